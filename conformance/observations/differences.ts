/** Compares a declared account with its user object. */
import { defaultDialect } from '../../src/dialect/keys.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';
import { containsWord } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, listDeclaredTransactions } from '../declared-accounts.ts';
import type { UserView } from '../actors/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';

/** A pending transaction may have settled since it was declared (§3). */
const PENDING = 'PENDING';

/**
 * The categories of the interface (§2.7). A deployment may rename them, but not use one name for another
 * category.
 */
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
  // If the name of a part was not detected, its values are searched in the whole response.
  const areInBody = (values: readonly string[]) =>
    values.every((value) => value === PENDING || containsWord(view.response.body, value));
  const areDetected = (...parts: (keyof typeof names)[]) =>
    parts.every((part) => t.isDetected(`user.names.${part}`));
  const differences: (string | null)[] = [];
  if (kycStatus !== null) {
    const isElsewhere = !areDetected('kyc') && areInBody([kycStatus]);
    const read = isElsewhere ? [kycStatus] : [view.kycStatus];
    differences.push(describeDifference('kycStatus', [kycStatus], read));
  }
  if (flags !== null) {
    const declared = listDeclaredFlags(account).map(({ code }) => code);
    const isElsewhere = !areDetected('flags', 'code') && areInBody(declared);
    const codes = filterKnownFlags(t, view.flags ?? []).map(({ code }) => code);
    const read = isElsewhere ? declared : codes;
    differences.push(describeDifference('flags', declared, read));
    differences.push(describeOtherCategory(account, view));
  }
  if (transactions !== null) {
    const declared = listDeclaredTransactions(account).map(({ cryptoStatus }) => cryptoStatus);
    const isElsewhere = !areDetected('transactions', 'cryptoStatus') && areInBody(declared);
    const read = isElsewhere
      ? declared
      : (view.transactions ?? []).map((transaction) => transaction[names.cryptoStatus]);
    differences.push(describeDifference('transactions', declared, read));
  }
  return differences.filter((item) => item !== null);
}

/** Describes a flag that has the name of another category (§2.7), such as K1 in Fraud; null if there is none. */
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
  const settled = declared.filter((value) => value !== PENDING);
  const isMissing = settled.some((value) => {
    const index = unmatched.indexOf(value);
    if (index !== -1) unmatched.splice(index, 1);
    return index === -1;
  });
  return !isMissing && unmatched.length === declared.length - settled.length;
}

function formatValues(values: Values): string {
  const present = values.filter((value) => value !== null && value !== undefined);
  const words = present.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return words.join(', ') || 'none';
}
