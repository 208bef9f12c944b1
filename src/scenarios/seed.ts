import { transactionHashOf } from '../accounts/transaction-hash.ts';
import type {
  ScenarioPersonalInformation,
  ScenarioUser,
  ScenarioWallet,
} from '../contract/scenario.gen.ts';
import type { WalletType } from '../contract/words.ts';
import { timestampOf } from '../domain/clock.ts';
import { millisecondsOf } from '../domain/duration.ts';
import { drawHex, uuidFromHex } from '../ports/draws.ts';
import { testWallet } from '../ports/test-wallets.ts';
import { withKeys } from './transaction-keys.ts';
import type { KeyedTransaction } from './transaction-keys.ts';
import type {
  PersonalInformation,
  SeededTransaction,
  SeededUser,
  Wallet,
} from '../domain/records.ts';

/** What a user takes from the document around it. */
export interface Context {
  /** The name of the scenario, which the ids are drawn from: they are the same in every workspace. */
  readonly scenario: string;
  /** Ids of the clients that a user is linked to who names none. */
  readonly linkedByDefault: readonly string[];
  /** Ids of users and transactions whose keys were written for the document only. */
  readonly withoutKey: ReadonlySet<string>;
}

/** Fills in what a scenario leaves out of a user, but for the times of its loading. */
export async function seedUser(written: ScenarioUser, ctx: Context): Promise<SeededUser> {
  const { key } = written;
  const id = written.id ?? drawnId(ctx.scenario, 'user', key);
  const wallets: Wallet[] = [];
  for (const wallet of written.wallets ?? [])
    wallets.push(
      seedWallet(
        wallet,
        'wallet' in wallet ? (await testWallet(wallet.wallet)).address : wallet.address,
      ),
    );
  return {
    id,
    key: ctx.withoutKey.has(id) ? null : key,
    createTime: instantOf(written.createTime),
    updateTime: instantOf(written.updateTime),
    phoneNumber: written.phoneNumber ?? null,
    emailAddress: written.emailAddress ?? null,
    personalInformation: inOrder(written.personalInformation ?? {}),
    wallets,
    kyc: written.kyc?.status ?? null,
    flags: written.flags ?? [],
    transactions: withKeys(key, written.transactions ?? []).map((transaction) =>
      seedTransaction(transaction, key, ctx),
    ),
    linkedClients: written.linkedClients ?? ctx.linkedByDefault,
  };
}

function seedWallet(
  { network, type, status = 'verified' }: ScenarioWallet,
  address: string,
): Wallet {
  const isUnnamed = network === undefined && type === undefined;
  return {
    address,
    network: network ?? (isUnnamed ? 'ETHEREUM' : null),
    // The check compares it with `wallet.types`, of which the default dialect has EVM only.
    type: (type ?? null) as WalletType | null,
    status,
  };
}

function seedTransaction(
  written: KeyedTransaction,
  userKey: string,
  { scenario, withoutKey }: Context,
): SeededTransaction {
  const { key, cryptoStatus, returned = false, settles } = written;
  const id = written.id ?? drawnId(scenario, 'transaction', `${userKey}/${key}`);
  const made = cryptoStatus === 'COMPLETE' ? transactionHashOf(id) : null;
  return {
    id,
    key: withoutKey.has(id) ? null : key,
    cryptoStatus,
    returned,
    transactionHash: written.transactionHash ?? made,
    createTime: instantOf(written.createTime),
    updateTime: instantOf(written.updateTime),
    settles:
      settles === undefined
        ? null
        : { after: millisecondsOf(settles.after), outcome: settles.outcome },
  };
}

/** The same on every machine and for every `--seed`: a test may rely on it. */
function drawnId(scenario: string, purpose: string, subject: string): string {
  return uuidFromHex(drawHex({ seed: 0, workspace: `scenario ${scenario}` }, purpose, subject, 0));
}

function instantOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  return written.length === WITH_MILLISECONDS ? written : timestampOf(Date.parse(written));
}

/** The length of an instant that is written as all timestamps are, so that nothing is left to do. */
const WITH_MILLISECONDS = '2026-01-15T10:00:00.000Z'.length;

/** The fields in the order of the contract, whatever order they were written in. */
function inOrder(written: ScenarioPersonalInformation): PersonalInformation {
  const ordered: PersonalInformation = {};
  for (const field of PERSONAL_INFORMATION) {
    if (written[field] !== undefined) ordered[field] = written[field];
  }
  return ordered;
}

const PERSONAL_INFORMATION = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'streetAddress',
  'city',
  'region',
  'postalCode',
  'countryCode',
] as const satisfies readonly (keyof PersonalInformation)[];
