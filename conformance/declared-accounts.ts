/** Reads what the settings declare about an account; undeclared facts are not checked. */
import type { CryptoStatus, FlagCategory } from '../src/contract/types.ts';
import type { DeclaredAccount, DeclaredFlag, DeclaredTransaction } from './settings.ts';

/** Null for a user that the run created, about whom nothing is declared. */
type Account = DeclaredAccount | null;
type Matches = (account: Account) => boolean;

export function listDeclaredFlags(account: Account): readonly DeclaredFlag[] {
  return account?.flags ?? [];
}

export function listDeclaredTransactions(account: Account): readonly DeclaredTransaction[] {
  return account?.transactions ?? [];
}

export function hasFlags(account: Account): boolean {
  return listDeclaredFlags(account).length > 0;
}

/** Returns whether the user of the account can sign in by wallet, and has a phone number. */
export function hasWalletAndNumber(
  account: DeclaredAccount,
): account is DeclaredAccount & { readonly phoneNumber: string } {
  return account.privateKey !== null && account.phoneNumber !== null;
}

/** Returns whether the account is declared without flags; false if its flags are not declared. */
export function isDeclaredWithoutFlags({ flags }: DeclaredAccount): boolean {
  return flags !== null && flags.length === 0;
}

/** Returns whether the flags are declared, each with its category, and none is a Fraud flag (§7.4). */
export function mayWrite(account: DeclaredAccount): boolean {
  const { flags } = account;
  return flags?.every(({ category }) => category !== null) === true && !hasFraudFlag(account);
}

export function hasFlagInCategory(category: FlagCategory): Matches {
  return (account) =>
    listDeclaredFlags(account).some(
      (flag) => normalizeCategory(flag.category ?? '') === normalizeCategory(category),
    );
}

/** Returns the letters in lower case: a deployment may write `KYC Review` as `KYC_REVIEW`. */
function normalizeCategory(category: string): string {
  return category.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Returns whether the account has a Fraud flag, which restricts writes (§7.4). */
export const hasFraudFlag = hasFlagInCategory('Fraud');

/** Returns whether the account has F0000, which withholds personal information (§7.2). */
export function hasF0000(account: Account): boolean {
  return listDeclaredFlags(account).some(({ code }) => code === 'F0000');
}

export function hasTransactions(account: Account): boolean {
  return listDeclaredTransactions(account).length > 0;
}

export function hasCryptoStatus(...statuses: readonly CryptoStatus[]): Matches {
  return (account) =>
    listDeclaredTransactions(account).some(({ cryptoStatus }) => statuses.includes(cryptoStatus));
}
