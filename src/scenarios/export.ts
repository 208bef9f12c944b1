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
 * Writes users with all ids and times, so that the document is independent of the workspace, and exporting
 * the loaded document gives the same text. The key of a user who signed up is `user-` and the id.
 *
 * @param head the scenario without its users
 * @param fixedCodes by phone number, email address or `*`
 * @param users in their present state (accounts/present-user.ts), in order
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
