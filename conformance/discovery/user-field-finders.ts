/** Finds the properties of the user object by known values (§2.7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { toFields, type Fields } from '../responses/fields.ts';
import { findEmailPath, findPhonePath } from '../responses/user-search.ts';
import { listDeclaredTransactions, hasTransactions, hasF0000 } from '../declared-accounts.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { Reading } from './observations.ts';
import { isDialectName } from './user-envelope.ts';

/** The value of a key and the response with it, or a description of what was observed. */
export type Finding =
  { readonly value: unknown; readonly response: HttpResponse } | { readonly observation: string };

export interface ReadUser {
  readonly reading: Reading;
  readonly user: Fields;
}

const KYC_STATUSES: readonly unknown[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];
const KYC_NAME = /^kyc(?:[_-]?(?:data|details|info|state|status))?$/i;
const TRANSACTIONS_NAME = /^(?:ach_?|crypto_?)?(?:transactions|payments|purchases|transfers)$/i;
const CRYPTO_STATUSES: readonly unknown[] = ['PENDING', 'COMPLETE', 'FAILED'];

/** Names that the caller declares; if several names match, the declared name is chosen. */
export type DeclaredNames = Partial<Dialect['user']['names']>;

/**
 * Finds the KYC object. The first match counts: an object with the declared status; with any KYC status,
 * because the declared status may be wrong; with a KYC name and another status, which violates §2.7.
 */
export function findKycName(users: readonly ReadUser[], { kyc }: DeclaredNames = {}): Finding {
  const matchers: readonly ((status: unknown, name: string, declared: unknown) => boolean)[] = [
    (status, _name, declared) => (declared === null ? isKycStatus(status) : status === declared),
    isKycStatus,
    (status, name) => typeof status === 'string' && (name === kyc || KYC_NAME.test(name)),
  ];
  const tallies = matchers.map((matches) =>
    tally(users, (value, { account }, name) =>
      matches(toFields(value)?.['status'], name, account?.kycStatus ?? null),
    ),
  );
  return chooseName(
    tallies.find(({ size }) => size > 0) ?? new Map(),
    'No object with a status of APPROVED, IN_REVIEW or DECLINED was found.',
    kyc,
  );
}

function isKycStatus(status: unknown): boolean {
  return KYC_STATUSES.includes(status);
}

/** Finds the list with the address of the wallet that signed in. */
export function findWalletsName(
  users: readonly ReadUser[],
  { wallets }: DeclaredNames = {},
): Finding {
  const withWallet = users.filter(({ reading }) => reading.walletAddress !== null);
  const found = tally(withWallet, (value, { walletAddress }) =>
    filterObjects(value).some((wallet) => hasAddress(wallet, walletAddress)),
  );
  if (found.size > 0) return chooseName(found, '', wallets);
  const [first] = withWallet;
  if (first === undefined) return { observation: 'No user who signed in by wallet could be read.' };
  const isElsewhere = withWallet.some(({ reading }) =>
    isInResponse(reading, reading.walletAddress),
  );
  return isElsewhere
    ? { observation: 'The address that signed in is in the response, but in no list of records.' }
    : { value: 'none', response: first.reading.response };
}

/** Finds the object with a known phone number or email address, or with a field such as first_name. */
export function findPersonalInformationName(
  users: readonly ReadUser[],
  { personalInformation }: DeclaredNames = {},
): Finding {
  const known = users.filter(
    ({ reading: { phoneNumber, emailAddress, account } }) =>
      (phoneNumber ?? emailAddress) !== null && !hasF0000(account),
  );
  const found = tally(known, (value, reading) => hasIdentity(toFields(value) ?? {}, reading));
  if (found.size > 0) return chooseName(found, '', personalInformation);
  const byFields = tally(users, hasPersonalFields);
  if (byFields.size > 0) return chooseName(byFields, '', personalInformation);
  const [first] = known;
  if (first === undefined) {
    return { observation: 'No user with a known phone number or email address could be read.' };
  }
  const isElsewhere = known.some(
    ({ reading }) =>
      containsIdentity(reading.response.body, reading) ||
      isInResponse(reading, reading.phoneNumber) ||
      isInResponse(reading, reading.emailAddress),
  );
  return isElsewhere
    ? {
        observation:
          'The phone number or email address is in the response, but not in a separate object.',
      }
    : { value: 'none', response: first.reading.response };
}

const PERSONAL_FIELD =
  /^(?:first|last|given|family|full)_?name$|^(?:date_?of_?birth|birth_?date|dob)$/i;

function hasPersonalFields(value: unknown): boolean {
  const fields = toFields(value);
  return fields !== null && Object.keys(fields).some((name) => PERSONAL_FIELD.test(name));
}

/** Finds the list whose entries have a crypto status, and the name of the status field. */
export function findTransactionNames(
  users: readonly ReadUser[],
  declared: DeclaredNames = {},
): {
  readonly transactions: Finding;
  readonly cryptoStatus: Finding;
} {
  const withTransactions = users.filter(({ reading }) => hasTransactions(reading.account));
  const [first] = withTransactions;
  if (first === undefined) {
    const observation = 'No account with transactions could be read.';
    return { transactions: { observation }, cryptoStatus: { observation } };
  }
  const lists = withTransactions.flatMap(({ user, reading }) =>
    Object.entries(user).flatMap(([name, value]) =>
      findStatusNames(filterObjects(value), reading).map((status) => ({ name, status, reading })),
    ),
  );
  if (lists.length === 0) {
    const cryptoStatus = { observation: NO_CRYPTO_STATUS };
    return {
      transactions: findTransactionsNameWithoutStatus(withTransactions, declared),
      cryptoStatus,
    };
  }
  const transactions = chooseName(
    countNames(lists, ({ name }) => name),
    '',
    declared.transactions,
  );
  const possible = lists.filter(
    ({ name }) => !('value' in transactions) || name === transactions.value,
  );
  return {
    transactions,
    cryptoStatus: chooseName(
      countNames(possible, ({ status }) => status),
      '',
      declared.cryptoStatus,
    ),
  };
}

const NO_CRYPTO_STATUS = 'No list of the user object contains a crypto status.';

/** Finds the list of transactions although no list contains a crypto status. */
function findTransactionsNameWithoutStatus(
  users: readonly ReadUser[],
  { transactions }: DeclaredNames,
): Finding {
  // The deployment may withhold transactions by an empty list, which violates §7.3.
  const named = tally(users, (value, _reading, name) => {
    const isNamed = name === transactions || TRANSACTIONS_NAME.test(name);
    return isNamed && Array.isArray(value) && value.length === 0;
  });
  if (named.size > 0) return chooseName(named, NO_CRYPTO_STATUS, transactions);
  const isElsewhere = users.some(({ reading }) =>
    /"(PENDING|COMPLETE|FAILED)"/.test(reading.response.text),
  );
  const [first] = users;
  return isElsewhere || first === undefined
    ? { observation: NO_CRYPTO_STATUS }
    : { value: 'none', response: first.reading.response };
}

/** Returns the properties with the declared crypto statuses, or else the properties with any crypto status. */
function findStatusNames(entries: readonly Fields[], { account }: Reading): string[] {
  const [first] = entries;
  if (first === undefined) return [];
  const declared = listDeclaredTransactions(account)
    .map(({ cryptoStatus }) => cryptoStatus)
    .sort();
  // Ignores the case of the status; a check reports a wrong case.
  const formatStatus = (entry: Fields, name: string) => String(entry[name]).toUpperCase();
  const statusFields = Object.keys(first).filter((name) =>
    entries.every((entry) => CRYPTO_STATUSES.includes(formatStatus(entry, name))),
  );
  const equalToDeclared = statusFields.filter(
    (name) => String(entries.map((entry) => formatStatus(entry, name)).sort()) === String(declared),
  );
  return equalToDeclared.length > 0 ? equalToDeclared : statusFields;
}

type Tally = ReadonlyMap<string, { readonly times: number; readonly response: HttpResponse }>;

/** Counts the names of the matching properties of all users. */
function tally(
  users: readonly ReadUser[],
  matches: (value: unknown, reading: Reading, name: string) => boolean,
): Tally {
  const properties = users.flatMap(({ user, reading }) =>
    Object.entries(user).map(([name, value]) => ({ name, value, reading })),
  );
  const found = properties.filter(({ name, value, reading }) => matches(value, reading, name));
  return countNames(found, ({ name }) => name);
}

export function countNames<T extends { readonly reading: Reading }>(
  items: readonly T[],
  getName: (item: T) => string,
): Tally {
  const found = new Map<string, { times: number; response: HttpResponse }>();
  for (const item of items) {
    const known = found.get(getName(item));
    found.set(getName(item), {
      times: (known?.times ?? 0) + 1,
      response: known?.response ?? item.reading.response,
    });
  }
  return found;
}

/** Returns the declared name if it was found; otherwise the most frequent name. */
export function chooseName(found: Tally, noneFound: string, declared?: string): Finding {
  const expected = declared === undefined ? undefined : found.get(declared);
  if (expected !== undefined) return { value: declared, response: expected.response };
  const maxTimes = Math.max(0, ...[...found.values()].map(({ times }) => times));
  const names = [...found].filter(([, { times }]) => times === maxTimes);
  const [first] = names;
  if (first === undefined) return { observation: noneFound };
  const all = names.map(([name]) => name).join(', ');
  if (names.length > 1) return { observation: `Possible names: ${all}.` };
  const [name, { response }] = first;
  if (!isDialectName(name)) return { observation: `The name ${name} is invalid in a dialect.` };
  return { value: name, response };
}

export function filterObjects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields).filter((item) => item !== null) : [];
}

/** Returns whether a property, or an item in a list, is the phone number or email address of the user. */
export function hasIdentity(fields: Fields, reading: Reading): boolean {
  const texts = Object.values(fields)
    .flat()
    .filter((value) => typeof value === 'string');
  return containsIdentity(texts, reading);
}

/** Returns whether a value, at any depth, is the phone number or email address of the user. */
function containsIdentity(value: unknown, { phoneNumber, emailAddress }: Reading): boolean {
  return (
    (phoneNumber !== null && findPhonePath(value, phoneNumber) !== null) ||
    (emailAddress !== null && findEmailPath(value, emailAddress) !== null)
  );
}

/** Returns whether a property is the wallet address, perhaps after a chain id as in `eip155:1:0x…` (CAIP-10). */
function hasAddress(fields: Fields, address: string | null): boolean {
  return Object.values(fields).some(
    (value) =>
      typeof value === 'string' && value.toLowerCase().split(':').at(-1) === address?.toLowerCase(),
  );
}

function isInResponse({ response }: Reading, text: string | null): boolean {
  return text !== null && response.text.toLowerCase().includes(text.toLowerCase());
}
