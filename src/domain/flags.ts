/** Flags and their effects on the account (§2.7, §7). */
import type { FlagCategory, OperationId } from '../contract/types.ts';
import type { Dialect, FlagDefinition } from '../dialect/dialect.ts';
import type { User } from './records.ts';

/** A write that a Fraud flag can refuse (`flags.fraudRestricts`). */
export type RestrictableWrite = Dialect['flags']['fraudRestricts'][number];

export const operationsByWrite = {
  addWallet: ['addWalletToUser'],
  verifyWallet: ['authenticateWallet'],
  // §5.7: to add a number, a client sends a code to it with the session token, and then authenticates.
  addPhone: ['sendSmsOtp', 'authenticateSmsOtp'],
  linkClient: ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'],
} as const satisfies { readonly [W in RestrictableWrite]: readonly OperationId[] };

/** The key of flags without a category, if flags are grouped by category; not part of the interface. */
export const UNCATEGORIZED = 'uncategorized';

type Flagged = Pick<User, 'flags'>;

/** Returns the entry of a code in the catalogue; `undefined` for an unknown code (§2.7). */
export function findFlagDefinition(code: string, dialect: Dialect): FlagDefinition | undefined {
  return dialect.flags.catalogue.find((flag) => flag.code === code);
}

/** Returns the category of a code; null if the code has none, such as F0000 (§2.7), or is unknown. */
export function findFlagCategory(code: string, dialect: Dialect): FlagCategory | null {
  return findFlagDefinition(code, dialect)?.category ?? null;
}

export function hasFlagInCategory(
  category: FlagCategory,
  user: Flagged,
  dialect: Dialect,
): boolean {
  return user.flags.some((code) => findFlagCategory(code, dialect) === category);
}

/**
 * Returns the first code of a category in the catalogue: the default flag. Loading a dialect ensures that
 * Transaction Processing has one (§3); other categories may be empty.
 */
export function findFirstCode(category: FlagCategory, dialect: Dialect): string | undefined {
  return dialect.flags.catalogue.find((flag) => flag.category === category)?.code;
}

/** Returns whether a flag withholds personal information (`flags.withhold`); by default only F0000 (§7.2). */
export function withholdsPersonalInformation(user: Flagged, dialect: Dialect): boolean {
  return dialect.flags.withhold.some((code) => user.flags.includes(code));
}

/** Returns whether a Fraud flag refuses the write on this account (§7.4). */
export function restrictsWrite(write: RestrictableWrite, user: Flagged, dialect: Dialect): boolean {
  return dialect.flags.fraudRestricts.includes(write) && hasFlagInCategory('Fraud', user, dialect);
}
