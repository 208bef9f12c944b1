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
  const readings = await observeAccounts(
    t,
    'with a COMPLETE transaction',
    hasTransaction('COMPLETE'),
  );
  requireTransactions(t);
  let inspected = 0;
  for (const { account, view } of readings) {
    for (const transaction of view.transactions ?? []) {
      if (transaction[t.dialect.user.names.cryptoStatus] !== 'COMPLETE') continue;
      inspected += 1;
      t.assert(
        (findText(transaction, 'transactionHash') ?? '') !== '',
        `expected a transactionHash for a COMPLETE transaction of account ${account.name}, got none`,
        view.response,
      );
    }
  }
  const [first] = readings;
  if (inspected === 0 && first) throw createMismatchError(t, first);
}

/** Asserts that every failed payment has set a flag (§7.5, §3). */
export async function assertFailedHaveFlags(t: Attempt): Promise<void> {
  const readings = await observeAccounts(t, 'with a FAILED transaction', hasTransaction('FAILED'));
  for (const reading of readings) {
    if (!listStatuses(t, reading.view)?.includes('FAILED')) throw createMismatchError(t, reading);
    await assertPaymentFlag(t, reading, 'a FAILED transaction');
  }
}

/** Asserts that a failed or returned payment has set a flag (§3.3, §7.5). */
export async function assertPaymentFlag(
  t: Attempt,
  reading: AccountView,
  what: string,
): Promise<void> {
  const hasFlag = ({ view }: AccountView) =>
    judgeMembership(t, listFlags(t, view), 'Transaction Processing') !== 'no';
  if (!areTransactionsAsDeclared(t, reading)) throw createMismatchError(t, reading);
  // The flag may become visible after the status.
  const last = hasFlag(reading)
    ? reading
    : await pollUntil(t, () => readAgain(t, reading), hasFlag);
  if (!areTransactionsAsDeclared(t, last)) throw createMismatchError(t, reading);
  t.assert(
    hasFlag(last),
    `expected a Transaction Processing flag for account ${reading.account.name}, which has ${what}, got none`,
    last.view.response,
  );
}
