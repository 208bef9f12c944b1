/** Exports the users of a workspace as a scenario document, which can be loaded. */
import type { Scenario, ScenarioTransaction, ScenarioUser } from '../contract/scenario.gen.ts';
import { formatDuration } from '../domain/duration.ts';
import type { Base } from '../store/base.ts';
import type { ClockSetting, Transaction, User, Wallet } from '../domain/records.ts';

/**
 * Returns a scenario with all ids and times of its users, so that exporting the loaded document gives the same
 * text. The key of a user who signed up is `user-` and the id.
 *
 * @param head the scenario without its users
 * @param fixedCodes by phone number, email address or `*`
 * @param users in their present state (accounts/current-user.ts), in order
 */
export function exportScenario(
  head: Pick<Base, 'name' | 'description' | 'clock' | 'clients'>,
  users: readonly User[],
  fixedCodes: Readonly<Record<string, string>> = {},
): Scenario {
  return {
    name: head.name,
    ...(head.description === '' ? {} : { description: head.description }),
    ...(head.clock === null ? {} : { clock: head.clock }),
    clients: [...head.clients.values()],
    ...(Object.keys(fixedCodes).length === 0 ? {} : { fixedCodes }),
    users: users.map(exportUser),
  };
}

/** Returns a scenario as YAML, which is easier to read; null if the text would be too large to load. */
export async function formatScenarioYaml(scenario: Scenario): Promise<string | null> {
  const { stringify } = await import('../documents/yaml-writer.ts');
  const { isTooLargeForYaml } = await import('../documents/yaml-compose.ts');
  const text = stringify(scenario, { aliasDuplicateObjects: false });
  return isTooLargeForYaml(text) ? null : text;
}

/** Returns a scenario as JSON, which loads much faster than YAML. */
export function formatScenarioJson(scenario: Scenario): string {
  return `${JSON.stringify(scenario, null, 2)}\n`;
}

function exportUser(user: User): ScenarioUser {
  const { id, phoneNumber, emailAddress, personalInformation, kyc } = user;
  return {
    key: user.key ?? `user-${id}`,
    id,
    ...(phoneNumber === null ? {} : { phoneNumber }),
    ...(emailAddress === null ? {} : { emailAddress }),
    ...(Object.keys(personalInformation).length === 0 ? {} : { personalInformation }),
    wallets: user.wallets.map(exportWallet),
    ...(kyc === null ? {} : { kyc: { status: kyc } }),
    flags: [...user.flags],
    transactions: user.transactions.map(exportTransaction),
    linkedClients: [...user.linkedClients],
    createTime: user.createTime,
    updateTime: user.updateTime,
  };
}

export function exportWallet({ address, network, type, status }: Wallet) {
  return {
    address,
    ...(network === null ? {} : { network }),
    ...(type === null ? {} : { type }),
    status,
  };
}

function exportTransaction(transaction: Transaction): ScenarioTransaction {
  const { id, cryptoStatus, transactionHash, returned, settles } = transaction;
  return {
    key: transaction.key ?? `transaction-${id}`,
    id,
    cryptoStatus,
    ...(transactionHash === null ? {} : { transactionHash }),
    ...(returned ? { returned } : {}),
    ...(settles === null
      ? {}
      : { settles: { after: formatDuration(settles.after), outcome: settles.outcome } }),
    createTime: transaction.createTime,
    updateTime: transaction.updateTime,
  };
}

/**
 * Returns the start of the clock of an exported scenario: `baseClock` of the loaded scenario or the last change of
 * a user, whichever is later, so that pending settlements remain pending and no time is in the future. Returns
 * null, which means the wall clock, if the clock was never set and no settlement is pending.
 */
export function getExportedClock(
  baseClock: string | null,
  clock: ClockSetting,
  users: readonly User[],
): string | null {
  const isSet = baseClock !== null || clock.state === 'frozen' || clock.offset !== 0;
  if (!isSet && !users.some(isWaitingForClock)) return null;
  let latest = baseClock;
  for (const { createTime, updateTime } of users.flatMap((user) => [user, ...user.transactions])) {
    for (const time of [createTime, updateTime]) {
      // All times are ISO 8601 in UTC with milliseconds, so texts sort like instants.
      if (latest === null || time > latest) latest = time;
    }
  }
  return latest;
}

function isWaitingForClock({ transactions }: User): boolean {
  return transactions.some(({ cryptoStatus, settles }) => {
    return cryptoStatus === 'PENDING' && settles !== null;
  });
}
