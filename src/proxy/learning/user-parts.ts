/** Which property of a user object is what: told by values that the interface shows (§2.7). */
import { cryptoStatuses, kycStatuses } from '../../contract/closed-lists.gen.ts';
import { fieldsIn, isFieldName, type Fields } from './lesson.ts';
import type { SignedIn } from './traces.ts';

const KYC_STATUSES: ReadonlySet<unknown> = new Set(kycStatuses);
const CRYPTO_STATUSES: ReadonlySet<unknown> = new Set(cryptoStatuses);

/** `F0000` is the one code that is shown; others look like it. */
const CODE = /^[A-Z]{1,4}[_-]?\d{3,6}$/;

/** The object with a status of the KYC values. */
export function kycPart(user: Fields): string | null {
  return theOne(user, (value) => KYC_STATUSES.has(fieldsIn(value)?.['status']));
}

/** The list that holds the address that signed in. */
export function walletPart(user: Fields, address: string | null): string | null {
  if (address === null) return null;
  const sought = address.toLowerCase();
  const isIt = (value: unknown): boolean =>
    typeof value === 'string' && value.toLowerCase() === sought;
  return theOne(user, (value) => recordsIn(value).some((each) => Object.values(each).some(isIt)));
}

/** The object that holds the phone number or the email address that signed in. */
export function personalPart(user: Fields, reader: SignedIn | undefined): string | null {
  const known = [reader?.phoneNumber, reader?.emailAddress?.toLowerCase()].filter(Boolean);
  if (known.length === 0) return null;
  return theOne(user, (value) =>
    Object.values(fieldsIn(value) ?? {}).some(
      (each) => typeof each === 'string' && known.includes(each.toLowerCase()),
    ),
  );
}

/** The list whose entries all have a crypto status under one name. */
export function transactionPart(
  user: Fields,
): { readonly transactions: string; readonly cryptoStatus: string } | null {
  const statusIn = (value: unknown): string[] => {
    const records = recordsIn(value);
    const names = Object.keys(records[0] ?? {}).filter(isFieldName);
    return names.filter((name) => records.every((each) => CRYPTO_STATUSES.has(each[name])));
  };
  const transactions = theOne(user, (value) => statusIn(value).length > 0);
  if (transactions === null) return null;
  const [cryptoStatus, ...others] = statusIn(user[transactions]);
  return cryptoStatus === undefined || others.length > 0 ? null : { transactions, cryptoStatus };
}

export interface FlagParts {
  readonly part: string;
  readonly shape: 'list' | 'byCategory';
  readonly code: string | null;
  readonly category: string | null;
}

interface FlagLists extends Pick<FlagParts, 'part' | 'shape'> {
  readonly flags: readonly Fields[];
}

/** A list of flags, or lists of them by their category; an empty one is told by its name. */
export function flagParts(user: Fields, categories: readonly string[]): FlagParts | null {
  const lists = Object.entries(user).flatMap(([part, value]): FlagLists[] => {
    if (!isFieldName(part)) return [];
    if (Array.isArray(value)) return [{ part, shape: 'list', flags: recordsIn(value) }];
    const groups = Object.values(fieldsIn(value) ?? {});
    return groups.length > 0 && groups.every(Array.isArray)
      ? [{ part, shape: 'byCategory', flags: groups.flatMap(recordsIn) }]
      : [];
  });
  const coded = lists.filter(({ flags }) => codeName(flags) !== null);
  const named = lists.filter(({ part }) => /flag/i.test(part));
  const [found, ...others] = coded.length > 0 ? coded : named;
  if (found === undefined || others.length > 0) return null;
  const { part, shape, flags } = found;
  const category = shape === 'list' ? categoryName(flags, categories) : null;
  return { part, shape, code: codeName(flags), category };
}

/** The property that looks like a code in all of them. */
function codeName(flags: readonly Fields[]): string | null {
  const names = Object.keys(flags[0] ?? {}).filter(isFieldName);
  const fitting = names.filter((name) => flags.every((flag) => CODE.test(String(flag[name]))));
  return (
    fitting.find((name) => /code/i.test(name)) ?? (fitting.length === 1 ? fitting[0] : null) ?? null
  );
}

/** The property that holds a category that is known, or is called one. */
function categoryName(flags: readonly Fields[], categories: readonly string[]): string | null {
  const names = [...new Set(flags.flatMap((flag) => Object.keys(flag)))].filter(isFieldName);
  const texts = names.filter((name) => flags.some((flag) => typeof flag[name] === 'string'));
  const holding = texts.filter((name) =>
    flags.some((flag) => categories.includes(String(flag[name]))),
  );
  const [only, ...others] =
    holding.length > 0 ? holding : texts.filter((name) => /categor/i.test(name));
  return only === undefined || others.length > 0 ? null : only;
}

/** The name of the one property that a test holds for; null for none, and for several. */
function theOne(user: Fields, holds: (value: unknown) => boolean): string | null {
  const names = Object.keys(user).filter((name) => isFieldName(name) && holds(user[name]));
  return names.length === 1 ? (names[0] ?? null) : null;
}

function recordsIn(value: unknown): readonly Fields[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(fieldsIn).filter((each) => each !== null);
}
