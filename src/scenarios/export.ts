/** The users of a workspace as a scenario document, which loads again as it was. */
import type {
  Scenario,
  ScenarioTransaction,
  ScenarioUser,
  ScenarioWallet,
} from '../contract/scenario.gen.ts';
import { durationOf } from '../domain/duration.ts';
import type { Base } from '../store/base.ts';
import type { Transaction, User, Wallet } from '../domain/records.ts';

/**
 * Writes users with every id and time they have, so that the document says the same in any
 * workspace and loaded again is exported as the same text. A user who signed up is called `user-`
 * and their id.
 *
 * @param head what the scenario says beside its users
 * @param fixedCodes by phone number, email address or `*`
 * @param users as they are now, in their order (accounts/present-user.ts)
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

/** A scenario as YAML, for people. */
export async function scenarioYaml(scenario: Scenario): Promise<string> {
  const { stringify } = await import('../documents/yaml-writer.ts');
  return stringify(scenario, { aliasDuplicateObjects: false });
}

/** A scenario as JSON, which loads much faster than YAML. */
export function scenarioJson(scenario: Scenario): string {
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

function exportWallet({ address, network, type, status }: Wallet): ScenarioWallet {
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
      : { settles: { after: durationOf(settles.after), outcome: settles.outcome } }),
    createTime: transaction.createTime,
    updateTime: transaction.updateTime,
  };
}
