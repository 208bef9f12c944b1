/** Compares user reads with declared accounts; an account that differs is inconclusive. */
import { toFields, findText } from '../responses/fields.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';
import type { Attempt } from '../attempt.ts';
import {
  listDeclaredFlags,
  listDeclaredTransactions,
  hasFlags,
  hasTransactions,
} from '../declared-accounts.ts';
import { listFlags, listStatuses, type AccountView } from './accounts.ts';
import { haveDeclaredValues } from './differences.ts';

/** Returns whether the user read shows all declared flags or all declared transactions, if any are declared. */
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
  const declared = listDeclaredFlags(account).map(({ code }) => code);
  const read = filterKnownFlags(t, listFlags(t, view)).map(({ code }) => code);
  return haveDeclaredValues(declared, read);
}

/** Returns whether crypto statuses are as declared; a PENDING transaction may have changed (§3). */
export function areTransactionsAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const statuses = listStatuses(t, view);
  if (account.transactions === null) return true;
  const declared = listDeclaredTransactions(account).map(({ cryptoStatus }) => cryptoStatus);
  return statuses !== null && haveDeclaredValues(declared, statuses);
}
