import { drawTransactionHash } from '../accounts/transaction-hash.ts';
import type {
  ScenarioPersonalInformation,
  ScenarioTransaction,
  ScenarioUser,
  ScenarioWallet,
} from '../contract/scenario.gen.ts';
import type { WalletType } from '../contract/types.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { parseDuration } from '../domain/duration.ts';
import { drawHex, toUuidFromHex } from '../ports/draws.ts';
import { getTestWallet } from '../ports/test-wallets.ts';
import type {
  PersonalInformation,
  SeededTransaction,
  SeededUser,
  Wallet,
} from '../domain/records.ts';

interface Context {
  /** The name of the scenario, from which ids are drawn: they are the same in every workspace. */
  readonly scenario: string;
  /** Ids of the clients that a user is linked to if it names none. */
  readonly linkedByDefault: readonly string[];
  /** Ids of users and transactions whose keys exist in the document only. */
  readonly withoutKey: ReadonlySet<string>;
}

/** Returns a user with the parts that a scenario may omit, except times, which depend on the loading. */
export async function seedUser(written: ScenarioUser, ctx: Context): Promise<SeededUser> {
  const { key } = written;
  const id = written.id ?? drawId(ctx.scenario, 'user', key);
  const wallets: Wallet[] = [];
  for (const wallet of written.wallets ?? []) {
    const { address } = 'wallet' in wallet ? await getTestWallet(wallet.wallet) : wallet;
    wallets.push(toWallet(wallet, address));
  }
  return {
    id,
    key: ctx.withoutKey.has(id) ? null : key,
    createTime: parseInstant(written.createTime),
    updateTime: parseInstant(written.updateTime),
    phoneNumber: written.phoneNumber ?? null,
    emailAddress: written.emailAddress ?? null,
    personalInformation: sortFields(written.personalInformation ?? {}),
    wallets,
    kyc: written.kyc?.status ?? null,
    flags: written.flags ?? [],
    transactions: addKeys(key, written.transactions ?? []).map((transaction) =>
      seedTransaction(transaction, key, ctx),
    ),
    linkedClients: written.linkedClients ?? ctx.linkedByDefault,
  };
}

function toWallet({ network, type, status = 'verified' }: ScenarioWallet, address: string): Wallet {
  const isUnnamed = network === undefined && type === undefined;
  return {
    address,
    network: network ?? (isUnnamed ? 'ETHEREUM' : null),
    // The check compares it with `wallet.types` of the dialect.
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
  const id = written.id ?? drawId(scenario, 'transaction', `${userKey}/${key}`);
  const ownHash = cryptoStatus === 'COMPLETE' ? drawTransactionHash(id) : null;
  return {
    id,
    key: withoutKey.has(id) ? null : key,
    cryptoStatus,
    returned,
    transactionHash: written.transactionHash ?? ownHash,
    createTime: parseInstant(written.createTime),
    updateTime: parseInstant(written.updateTime),
    settles:
      settles === undefined
        ? null
        : { after: parseDuration(settles.after), outcome: settles.outcome },
  };
}

/** Returns an id that is the same on every machine and for every `--seed`: a test may rely on it. */
function drawId(scenario: string, purpose: string, subject: string): string {
  return toUuidFromHex(
    drawHex({ seed: 0, workspace: `scenario ${scenario}` }, purpose, subject, 0),
  );
}

function parseInstant(written: string | undefined): string | null {
  if (written === undefined) return null;
  return written.length === WITH_MILLISECONDS ? written : formatTimestamp(Date.parse(written));
}

/** The length of an instant in the format of all timestamps, which needs no conversion. */
const WITH_MILLISECONDS = '2026-01-15T10:00:00.000Z'.length;

/** Returns the fields in the order of the contract. */
function sortFields(written: ScenarioPersonalInformation): PersonalInformation {
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

type KeyedTransaction = ScenarioTransaction & { readonly key: string };

/** The part of the user key in a generated key, short enough to match the schema with any number. */
const LONGEST_START = 56;

/**
 * Adds keys to transactions without one: the key of the user and the position of the transaction, `rita-1`
 * for the first of rita. If the user has another transaction with that key, the number is increased.
 */
function addKeys(
  userKey: string,
  transactions: readonly ScenarioTransaction[],
): readonly KeyedTransaction[] {
  const taken = new Set(transactions.flatMap(({ key }) => key ?? []));
  const start = userKey.slice(0, LONGEST_START);
  let number = 0;
  return transactions.map((transaction, index) => {
    if (transaction.key !== undefined) return { ...transaction, key: transaction.key };
    number = Math.max(number, index) + 1;
    while (taken.has(`${start}-${number}`)) number += 1;
    return { ...transaction, key: `${start}-${number}` };
  });
}
