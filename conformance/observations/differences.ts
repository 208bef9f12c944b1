/** Compares a declared account with its user object. */
import { defaultDialect } from '../../src/dialect/keys.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';
import { hasValueOrName } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import type { UserView } from '../actors/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';

/** A pending transaction may have settled since it was declared (§3). */
const PENDING = 'PENDING';

/** The categories of the interface (§2.7). A deployment may rename them, but not swap their names. */
const CATEGORIES: readonly string[] = Object.values(defaultDialect.flags.categoryNames);

type Values = readonly unknown[];

/** Returns `kycStatus: declared APPROVED, read IN_REVIEW` for each part that differs. */
export function listDifferences(
  t: Attempt,
  account: DeclaredAccount,
  view: UserView,
): readonly string[] {
  const { kycStatus, flags, transactions } = account;
  const { names } = t.dialect.user;
  const differences: (string | null)[] = [];
  const compare = (
    part: string,
    nameKeys: readonly (keyof typeof names)[],
    declared: readonly string[],
    read: Values,
  ) => {
    const isNameKnown = nameKeys.every((key) => t.isDetected(`user.names.${key}`));
    const isInBody = (value: string) =>
      value === PENDING || hasValueOrName(view.response.body, value);
    // If the name of a part was not detected, its values may be anywhere in the response.
    if (isNameKnown || !declared.every(isInBody))
      differences.push(describeDifference(part, declared, read));
  };
  if (kycStatus !== null) compare('kycStatus', ['kyc'], [kycStatus], [view.kycStatus]);
  if (flags !== null) {
    const codes = flags.map(({ code }) => code);
    const readCodes = filterKnownFlags(t, view.flags ?? []).map(({ code }) => code);
    compare('flags', ['flags', 'code'], codes, readCodes);
    differences.push(describeOtherCategory(account, view));
  }
  if (transactions !== null) {
    const statuses = transactions.map(({ cryptoStatus }) => cryptoStatus);
    const readStatuses = (view.transactions ?? []).map((item) => item[names.cryptoStatus]);
    compare('transactions', ['transactions', 'cryptoStatus'], statuses, readStatuses);
  }
  return differences.filter((item) => item !== null);
}

/** Describes the first flag that is in another category (§2.7) than declared, such as K1 in Fraud; null without one. */
export function describeOtherCategory(
  account: DeclaredAccount,
  { flags }: UserView,
): string | null {
  for (const { code, category } of listDeclaredFlags(account)) {
    const read = flags?.find((flag) => flag.code === code)?.category ?? null;
    const isOther = read !== category && CATEGORIES.some((name) => name === read);
    if (category !== null && isOther) {
      return `category of flag ${code}: declared ${category}, read ${String(read)}`;
    }
  }
  return null;
}

function describeDifference(part: string, declared: Values, read: Values): string | null {
  if (haveDeclaredValues(declared, read)) return null;
  return `${part}: declared ${formatValues(declared)}, read ${formatValues(read)}`;
}

/** Returns whether both lists have the same values, in any order. A declared PENDING matches any value. */
export function haveDeclaredValues(declared: Values, read: Values): boolean {
  const unmatched = [...read];
  const finalValues = declared.filter((value) => value !== PENDING);
  for (const value of finalValues) {
    const index = unmatched.indexOf(value);
    if (index === -1) return false;
    unmatched.splice(index, 1);
  }
  return unmatched.length === declared.length - finalValues.length;
}

function formatValues(values: Values): string {
  const present = values.filter((value) => value !== null && value !== undefined);
  const words = present.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return words.join(', ') || 'none';
}
