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
import { draw, toUuid } from '../ports/draws.ts';
import { getTestWallet } from '../ports/test-wallets.ts';
import type {
  PersonalInformation,
  SeededTransaction,
  SeededUser,
  Wallet,
} from '../domain/records.ts';

interface Context {
  /** The name of the scenario, from which ids are drawn, so that every workspace has the same ids. */
  readonly scenario: string;
  /** Ids of the clients that a user is linked to if the user lists no clients. */
  readonly linkedByDefault: readonly string[];
  /** Ids of users and transactions that had no key before the snapshot: the export generated their keys. */
  readonly idsWithoutKey: ReadonlySet<string>;
}

/** Fills in the parts that a scenario can omit, except times, which depend on when the scenario is loaded. */
export async function seedUser(listed: ScenarioUser, ctx: Context): Promise<SeededUser> {
  const { key } = listed;
  const id = listed.id ?? drawId(ctx.scenario, 'user', key);
  const wallets: Wallet[] = [];
  for (const wallet of listed.wallets ?? []) {
    const { address } = 'wallet' in wallet ? await getTestWallet(wallet.wallet) : wallet;
    wallets.push(toWallet(wallet, address));
  }
  return {
    id,
    key: ctx.idsWithoutKey.has(id) ? null : key,
    createTime: parseInstant(listed.createTime),
    updateTime: parseInstant(listed.updateTime),
    phoneNumber: listed.phoneNumber ?? null,
    emailAddress: listed.emailAddress ?? null,
    personalInformation: sortFields(listed.personalInformation ?? {}),
    wallets,
    kyc: listed.kyc?.status ?? null,
    flags: listed.flags ?? [],
    transactions: addKeys(key, listed.transactions ?? []).map((transaction) =>
      seedTransaction(transaction, key, ctx),
    ),
    linkedClients: listed.linkedClients ?? ctx.linkedByDefault,
  };
}

function toWallet({ network, type, status = 'verified' }: ScenarioWallet, address: string): Wallet {
  const hasNetworkOrType = network !== undefined || type !== undefined;
  return {
    address,
    network: network ?? (hasNetworkOrType ? null : 'ETHEREUM'),
    // `checkUser` compares the type with `wallet.types` of the dialect.
    type: (type ?? null) as WalletType | null,
    status,
  };
}

function seedTransaction(
  listed: KeyedTransaction,
  userKey: string,
  { scenario, idsWithoutKey }: Context,
): SeededTransaction {
  const { key, cryptoStatus, returned = false, settles } = listed;
  const id = listed.id ?? drawId(scenario, 'transaction', `${userKey}/${key}`);
  const generatedHash = cryptoStatus === 'COMPLETE' ? drawTransactionHash(id) : null;
  return {
    id,
    key: idsWithoutKey.has(id) ? null : key,
    cryptoStatus,
    returned,
    transactionHash: listed.transactionHash ?? generatedHash,
    createTime: parseInstant(listed.createTime),
    updateTime: parseInstant(listed.updateTime),
    settles:
      settles === undefined
        ? null
        : { after: parseDuration(settles.after), outcome: settles.outcome },
  };
}

/** Returns an id that is the same on every machine and for every `--seed`, so tests can rely on it. */
function drawId(scenario: string, purpose: string, subject: string): string {
  return toUuid(draw({ seed: 0, workspace: `scenario ${scenario}` }, purpose, subject, 0));
}

function parseInstant(listed: string | undefined): string | null {
  if (listed === undefined) return null;
  return listed.length === LENGTH_WITH_MILLISECONDS ? listed : formatTimestamp(Date.parse(listed));
}

/** The length of an instant in the format of responses, which needs no conversion; the schema allows only UTC. */
const LENGTH_WITH_MILLISECONDS = '2026-01-15T10:00:00.000Z'.length;

function sortFields(listed: ScenarioPersonalInformation): PersonalInformation {
  const ordered: PersonalInformation = {};
  for (const field of PERSONAL_INFORMATION) {
    if (listed[field] !== undefined) ordered[field] = listed[field];
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

/** Leaves room for the hyphen and number of a generated key: the schema allows 63 characters. */
const MAX_USER_KEY_LENGTH = 56;

/**
 * Adds keys to transactions without a key: the key of the user and the position, such as `rita-1`. If another
 * transaction of the user has that key, the number is increased.
 */
function addKeys(
  userKey: string,
  transactions: readonly ScenarioTransaction[],
): readonly KeyedTransaction[] {
  const taken = new Set(transactions.flatMap(({ key }) => key ?? []));
  const start = userKey.slice(0, MAX_USER_KEY_LENGTH);
  let number = 0;
  return transactions.map((transaction, index) => {
    if (transaction.key !== undefined) return { ...transaction, key: transaction.key };
    // At least the position, which is counted from 1.
    number = Math.max(number, index) + 1;
    while (taken.has(`${start}-${number}`)) number += 1;
    return { ...transaction, key: `${start}-${number}` };
  });
}
