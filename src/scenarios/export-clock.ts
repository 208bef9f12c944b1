import type { ClockSetting, User } from '../domain/records.ts';

/**
 * Returns where the clock of an exported scenario starts: at the last change of its users, so that pending
 * settlements remain pending, no time is in the future, and exporting the loaded scenario gives the same
 * text. Null if the present time is equivalent: the clock was never set, and nothing is pending.
 *
 * @param baseClock the clock of the loaded scenario, if it sets one
 */
export function exportedClock(
  baseClock: string | null,
  clock: ClockSetting,
  users: readonly User[],
): string | null {
  const isSet = baseClock !== null || clock.state === 'frozen' || clock.offset !== 0;
  if (!isSet && !users.some(waitsForClock)) return null;
  // ISO 8601 in UTC with milliseconds: the order of the texts is that of the instants.
  const latest = (one: string | null, other: string) => (one === null || other > one ? other : one);
  return users.flatMap(instantsOf).reduce(latest, baseClock);
}

function waitsForClock({ transactions }: User): boolean {
  return transactions.some(({ cryptoStatus, settles }) => {
    return cryptoStatus === 'PENDING' && settles !== null;
  });
}

function instantsOf({ createTime, updateTime, transactions }: User): string[] {
  return [
    createTime,
    updateTime,
    ...transactions.flatMap((one) => [one.createTime, one.updateTime]),
  ];
}
