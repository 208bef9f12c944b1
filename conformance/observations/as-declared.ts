/** Whether a declared account reads as it was declared; where not, nothing of it can be judged. */
import type { CryptoStatus } from '../../src/contract/words.ts';
import { fieldsOrNull, textIn } from '../responses/fields.ts';
import { knownFlags } from '../responses/flag-category.ts';
import type { Attempt } from '../attempt.ts';
import { declaredTransactions, hasFlags, hasTransactions } from '../declared-accounts.ts';
import { flagsOf, statusesOf, type SeenAccount } from './accounts.ts';

/** Whether flags or transactions show that it is the account that was declared. */
export function isRecognised(t: Attempt, seen: SeenAccount): boolean {
  if (hasFlags(seen.account) && flagsAreAsDeclared(t, seen)) return true;
  return hasTransactions(seen.account) && transactionsAreAsDeclared(t, seen);
}

/** Whether the KYC status reads as declared, as far as both are known. */
export function kycIsAsDeclared(t: Attempt, { account, view }: SeenAccount): boolean {
  const { kycStatus } = account;
  if (kycStatus === null || !t.knows('user.names.kyc')) return true;
  return textIn(fieldsOrNull(view.kyc), 'status') === kycStatus;
}

/** Whether every declared flag is there, and no other that is known. */
function flagsAreAsDeclared(t: Attempt, { account, view }: SeenAccount): boolean {
  if (account.flags === null) return true;
  const declared = new Set<string | null>(account.flags.map(({ code }) => code));
  const seen = knownFlags(t, flagsOf(t, view));
  return seen.length === account.flags.length && seen.every(({ code }) => declared.has(code));
}

/** Whether the statuses are those declared; a PENDING may have become another since (§3). */
export function transactionsAreAsDeclared(t: Attempt, { account, view }: SeenAccount): boolean {
  const statuses = statusesOf(t, view);
  if (account.transactions === null) return true;
  const seen = (status: CryptoStatus) => statuses?.filter((each) => each === status).length ?? 0;
  const declared = (status: CryptoStatus) =>
    declaredTransactions(account).filter(({ cryptoStatus }) => cryptoStatus === status).length;
  return (
    statuses?.length === account.transactions.length &&
    seen('COMPLETE') >= declared('COMPLETE') &&
    seen('FAILED') >= declared('FAILED')
  );
}
