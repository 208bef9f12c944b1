import type { Attempt } from '../attempt.ts';
import { judgeMembership } from '../responses/flag-category.ts';
import { listLeaves } from '../responses/user-search.ts';
import { listDeclaredTransactions, hasTransaction } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { signInBystander } from '../actors/bystander.ts';
import {
  listFlags,
  createMismatchError,
  readAccountAgain,
  observeAccounts,
  listStatuses,
  type AccountView,
} from '../observations/accounts.ts';
import { isKycAsDeclared, areTransactionsAsDeclared } from '../observations/as-declared.ts';
import type { DeclaredAccount } from '../settings.ts';
import { assertCompleteHaveHashes, assertFailedHaveFlags, assertPaymentFlag } from './payments.ts';

// No operation submits transactions (§1), so the checks read declared ones.
export const transactionStates = section('3', 'Transaction states', [
  check({
    requirement: '3.transaction.starts-pending',
    title: 'returns a declared PENDING transaction as PENDING or settled',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a PENDING transaction',
        hasTransaction('PENDING'),
      );
      assertAllowedState(t, reads, ['PENDING', 'COMPLETE', 'FAILED']);
    },
  }),
  check({
    requirement: '3.transaction.success-completes',
    title: 'returns COMPLETE and a hash for a settled transaction',
    run: assertCompleteHaveHashes,
  }),
  check({
    requirement: '3.transaction.failure-fails',
    title: 'returns FAILED for a failed transaction',
    async run(t) {
      const reads = await observeAccounts(t, 'with a FAILED transaction', hasTransaction('FAILED'));
      assertAllowedState(t, reads, ['FAILED']);
    },
  }),
  check({
    requirement: '3.transaction.failed-sets-flag',
    title: 'returns a Transaction Processing flag for a FAILED transaction',
    run: assertFailedHaveFlags,
  }),
  check({
    requirement: '3.transaction.end-states',
    title: 'keeps a transaction COMPLETE or FAILED at the next read',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a COMPLETE or FAILED transaction',
        (account) => hasTransaction('COMPLETE')(account) || hasTransaction('FAILED')(account),
      );
      for (const read of reads) {
        const before = listStatuses(t, read.view) ?? [];
        const later = await readAccountAgain(t, read.account);
        const after = listStatuses(t, later.view) ?? [];
        for (const status of ['COMPLETE', 'FAILED']) {
          t.assert(
            countStatus(after, status) >= countStatus(before, status),
            `expected a transaction of account ${read.account.name} to stay ${status}, got another status`,
            read.view.response,
            later.view.response,
          );
        }
      }
    },
  }),
  check({
    requirement: '3.3.flag.failed-or-returned-only',
    title: 'returns no Transaction Processing flag without a failed or returned payment',
    async run(t) {
      if (t.flows.createsUsers) {
        const view = await t.flows.read(await signInBystander(t));
        t.assert(
          judgeMembership(t, listFlags(t, view), 'Transaction Processing') !== 'yes',
          'expected no Transaction Processing flag for a new user, got one',
          view.response,
        );
      }
      const paying = await observeAccounts(
        t,
        'without a failed or returned payment',
        areAllSuccessful,
      );
      for (const read of paying) await assertNoPaymentFlag(t, read);
    },
  }),
  check({
    requirement: '3.3.flag.not-by-purchase',
    title: 'returns no Transaction Processing flag for a PENDING purchase',
    async run(t) {
      const purchasing = await observeAccounts(
        t,
        'with a PENDING transaction and none failed or returned',
        (account) => areAllSuccessful(account) && hasTransaction('PENDING')(account),
      );
      for (const read of purchasing) await assertNoPaymentFlag(t, read);
    },
  }),
  check({
    requirement: '3.3.flag.returned-sets-flag',
    title: 'returns a Transaction Processing flag for a returned payment',
    async run(t) {
      for (const read of await observeReturned(t))
        await assertPaymentFlag(t, read, 'a returned payment');
    },
  }),
  check({
    requirement: '3.3.transaction.returned-status',
    title: 'crypto status of a returned payment',
    async run(t) {
      for (const read of await observeReturned(t)) {
        const statuses = (listStatuses(t, read.view) ?? []).join(', ');
        t.observe(`account ${read.account.name} has ${statuses}`, read.view.response);
      }
    },
  }),
]);

async function assertNoPaymentFlag(t: Attempt, read: AccountView): Promise<void> {
  const statuses = listStatuses(t, read.view) ?? [];
  const isAsDeclared = areTransactionsAsDeclared(t, read) && isKycAsDeclared(t, read);
  if (!isAsDeclared || statuses.includes('FAILED') || isReturned(read))
    throw createMismatchError(t, read);
  t.assert(
    judgeMembership(t, listFlags(t, read.view), 'Transaction Processing') !== 'yes',
    `expected no Transaction Processing flag for account ${read.account.name}, which has no failed or returned payment, got one`,
    read.view.response,
  );
}

/** Returns whether all transactions of the account are declared, and no flag contradicts them. */
function areAllSuccessful({ transactions, flags }: DeclaredAccount): boolean {
  if (transactions === null || flags === null) return false;
  const failed = transactions.some(
    ({ cryptoStatus, returned }) => cryptoStatus === 'FAILED' || returned === true,
  );
  return !failed && flags.every(({ category }) => category !== 'Transaction Processing');
}

function isReturned({ view }: AccountView): boolean {
  return listLeaves(view.transactions).some(
    ({ path, value }) => /return|reversed/i.test(`${path} ${String(value)}`) && Boolean(value),
  );
}

function observeReturned(t: Attempt): Promise<readonly AccountView[]> {
  return observeAccounts(
    t,
    'with a transaction {cryptoStatus: COMPLETE, returned: true}',
    (account) =>
      listDeclaredTransactions(account).some((transaction) => transaction.returned === true),
  );
}

/** Asserts that an account has a transaction in one of the states, and none in an unknown state. */
function assertAllowedState(
  t: Attempt,
  reads: readonly AccountView[],
  states: readonly unknown[],
): void {
  for (const read of reads) {
    const statuses = listStatuses(t, read.view) ?? [];
    const known: readonly unknown[] = ['PENDING', 'COMPLETE', 'FAILED'];
    const other = statuses.find((status) => !known.includes(status));
    if (other === undefined && !statuses.some((status) => states.includes(status))) {
      throw createMismatchError(t, read);
    }
    t.assert(
      statuses.every((status) => known.includes(status)),
      `unexpected crypto status ${JSON.stringify(other)} for a transaction of account ${read.account.name}`,
      read.view.response,
    );
  }
}

function countStatus(statuses: readonly unknown[], status: string): number {
  return statuses.filter((item) => item === status).length;
}
