/** Checks payments: the hash of a COMPLETE one, the flag of a failed one. */
import { findText } from '../responses/fields.ts';
import { judgeMembership } from '../responses/flag-category.ts';
import type { Attempt } from '../attempt.ts';
import { hasTransaction } from '../declared-accounts.ts';
import {
  listFlags,
  requireTransactions,
  createMismatchError,
  readAgain,
  observeAccounts,
  listStatuses,
  type AccountView,
} from '../observations/accounts.ts';
import { areTransactionsAsDeclared } from '../observations/as-declared.ts';
import { pollUntil } from '../observations/poll-until.ts';

/** Asserts that every COMPLETE payment has a hash, even if it became COMPLETE later (§3). */
export async function assertCompleteHaveHashes(t: Attempt): Promise<void> {
  const seen = await observeAccounts(t, 'with a COMPLETE transaction', hasTransaction('COMPLETE'));
  requireTransactions(t);
  let inspected = 0;
  for (const { account, view } of seen) {
    for (const each of view.transactions ?? []) {
      if (each[t.dialect.user.names.cryptoStatus] !== 'COMPLETE') continue;
      inspected += 1;
      t.assert(
        (findText(each, 'transactionHash') ?? '') !== '',
        `expected a transactionHash for a COMPLETE transaction of account ${account.name}, got none`,
        view.response,
      );
    }
  }
  const [first] = seen;
  if (inspected === 0 && first) throw createMismatchError(t, first);
}

/** Asserts that every failed payment has set a flag (§7.5, §3). */
export async function assertFailedHaveFlags(t: Attempt): Promise<void> {
  const seen = await observeAccounts(t, 'with a FAILED transaction', hasTransaction('FAILED'));
  for (const one of seen) {
    if (!listStatuses(t, one.view)?.includes('FAILED')) throw createMismatchError(t, one);
    await assertPaymentFlag(t, one, 'a FAILED transaction');
  }
}

/** Asserts that a failed or returned payment has set a flag (§3.3, §7.5). */
export async function assertPaymentFlag(t: Attempt, one: AccountView, what: string): Promise<void> {
  const hasFlag = ({ view }: AccountView) =>
    judgeMembership(t, listFlags(t, view), 'Transaction Processing') !== 'no';
  if (!areTransactionsAsDeclared(t, one)) throw createMismatchError(t, one);
  // The flag may become visible after the status.
  const last = hasFlag(one) ? one : await pollUntil(t, () => readAgain(t, one), hasFlag);
  if (!areTransactionsAsDeclared(t, last)) throw createMismatchError(t, one);
  t.assert(
    hasFlag(last),
    `expected a Transaction Processing flag for account ${one.account.name}, which has ${what}, got none`,
    last.view.response,
  );
}
