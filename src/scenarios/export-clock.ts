import type { ClockSetting, User } from '../domain/records.ts';

/**
 * Where the clock of an exported scenario starts: at the last change that its users have seen, so
 * that what is to settle later is still to settle, no time lies ahead, and the scenario loaded again
 * is exported as the same text. Null where the present time does as well: the clock was never set,
 * and nothing waits for it.
 *
 * @param baseClock where the loaded scenario starts it, if that says so
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
