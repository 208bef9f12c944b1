/** Compares user reads with declared accounts; an account that differs is inconclusive. */
import type { CryptoStatus } from '../../src/contract/types.ts';
import { toFields, findText } from '../responses/fields.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredTransactions, hasFlags, hasTransactions } from '../declared-accounts.ts';
import { listFlags, listStatuses, type AccountView } from './accounts.ts';

/** Returns whether the flags or the transactions match the declaration. */
export function hasDeclaredState(t: Attempt, reading: AccountView): boolean {
  if (hasFlags(reading.account) && areFlagsAsDeclared(t, reading)) return true;
  return hasTransactions(reading.account) && areTransactionsAsDeclared(t, reading);
}

/** Returns whether the KYC status is as declared, or unknown. */
export function isKycAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const { kycStatus } = account;
  if (kycStatus === null || !t.isDetected('user.names.kyc')) return true;
  return findText(toFields(view.kyc), 'status') === kycStatus;
}

/** Returns whether the known flags are exactly the declared ones. */
function areFlagsAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  if (account.flags === null) return true;
  const declared = new Set<string | null>(account.flags.map(({ code }) => code));
  const reading = filterKnownFlags(t, listFlags(t, view));
  return reading.length === account.flags.length && reading.every(({ code }) => declared.has(code));
}

/** Returns whether crypto statuses are as declared; a PENDING transaction may have changed (§3). */
export function areTransactionsAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const statuses = listStatuses(t, view);
  if (account.transactions === null) return true;
  const countRead = (status: CryptoStatus) =>
    statuses?.filter((item) => item === status).length ?? 0;
  const countDeclared = (status: CryptoStatus) =>
    listDeclaredTransactions(account).filter(({ cryptoStatus }) => cryptoStatus === status).length;
  return (
    statuses?.length === account.transactions.length &&
    countRead('COMPLETE') >= countDeclared('COMPLETE') &&
    countRead('FAILED') >= countDeclared('FAILED')
  );
}
