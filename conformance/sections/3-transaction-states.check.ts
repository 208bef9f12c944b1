import type { Attempt } from '../attempt.ts';
import { judgeMembership } from '../responses/flag-category.ts';
import { listLeaves } from '../responses/user-search.ts';
import { listDeclaredTransactions, hasCryptoStatus } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { signInSharedUserIfPossible } from '../actors/shared-user.ts';
import {
  listFlags,
  createMismatchError,
  readAccountAgain,
  observeAccounts,
  listCryptoStatuses,
  type AccountView,
  isKycAsDeclared,
  areTransactionsAsDeclared,
} from '../observations/accounts.ts';
import type { DeclaredAccount } from '../settings.ts';
import { cryptoStatuses } from './2.7-user-statuses.check.ts';
import {
  assertCompleteHaveHashes,
  assertFailedHaveFlags,
  assertTransactionFlag,
} from './flags-and-payments.ts';

// The operations cannot submit transactions (§1), so the checks read declared transactions.
export const transactionStates = section('3', 'Transaction states', [
  check({
    requirement: '3.transaction.starts-pending',
    title: 'returns a configured PENDING transaction as PENDING or settled',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a PENDING transaction',
        hasCryptoStatus('PENDING'),
      );
      assertCryptoStatus(t, reads, cryptoStatuses);
    },
  }),
  check({
    requirement: '3.transaction.success-completes',
    title: 'returns COMPLETE and a transactionHash for a settled transaction',
    run: assertCompleteHaveHashes,
  }),
  check({
    requirement: '3.transaction.failure-fails',
    title: 'returns FAILED for a failed transaction',
    async run(t) {
      const isChosen = hasCryptoStatus('FAILED');
      const reads = await observeAccounts(t, 'with a FAILED transaction', isChosen);
      assertCryptoStatus(t, reads, ['FAILED']);
    },
  }),
  check({
    requirement: '3.transaction.failed-sets-flag',
    title: 'returns a Transaction Processing flag for a FAILED transaction',
    run: assertFailedHaveFlags,
  }),
  check({
    requirement: '3.transaction.end-states',
    title: 'a COMPLETE or FAILED transaction has the same status at the next read',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a COMPLETE or FAILED transaction',
        hasCryptoStatus('COMPLETE', 'FAILED'),
      );
      for (const read of reads) {
        const before = listCryptoStatuses(t, read.view) ?? [];
        const later = await readAccountAgain(t, read.account);
        const after = listCryptoStatuses(t, later.view) ?? [];
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
      if (t.createsUsers) {
        const view = await t.read(await signInSharedUserIfPossible(t));
        t.assert(
          judgeMembership(t, listFlags(t, view), 'Transaction Processing') !== 'yes',
          'expected no Transaction Processing flag for a new user, got one',
          view.response,
        );
      }
      const reads = await observeAccounts(
        t,
        'without a failed or returned payment',
        declaresNoFailure,
      );
      for (const read of reads) await assertNoTransactionFlag(t, read);
    },
  }),
  check({
    requirement: '3.3.flag.not-by-purchase',
    title: 'returns no Transaction Processing flag for a PENDING purchase',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a PENDING transaction and without a failed or returned payment',
        (account) => declaresNoFailure(account) && hasCryptoStatus('PENDING')(account),
      );
      for (const read of reads) await assertNoTransactionFlag(t, read);
    },
  }),
  check({
    requirement: '3.3.flag.returned-sets-flag',
    title: 'returns a Transaction Processing flag for a returned payment',
    async run(t) {
      for (const read of await observeReturned(t))
        await assertTransactionFlag(t, read, 'has a returned payment');
    },
  }),
  check({
    requirement: '3.3.transaction.returned-status',
    title: 'observes the crypto status of a returned payment',
    async run(t) {
      for (const read of await observeReturned(t)) {
        const statuses = (listCryptoStatuses(t, read.view) ?? []).join(', ');
        t.observe(`account ${read.account.name} has ${statuses}`, read.view.response);
      }
    },
  }),
]);

async function assertNoTransactionFlag(t: Attempt, read: AccountView): Promise<void> {
  const statuses = listCryptoStatuses(t, read.view) ?? [];
  const isAsDeclared = areTransactionsAsDeclared(t, read) && isKycAsDeclared(t, read);
  if (!isAsDeclared || statuses.includes('FAILED') || isReturned(read))
    throw createMismatchError(t, read);
  t.assert(
    judgeMembership(t, listFlags(t, read.view), 'Transaction Processing') !== 'yes',
    `expected no Transaction Processing flag for account ${read.account.name}, which has no failed or returned payment, got one`,
    read.view.response,
  );
}

/** Returns whether transactions and flags are declared, without a failed or returned payment or a flag for one. */
function declaresNoFailure({ transactions, flags }: DeclaredAccount): boolean {
  if (transactions === null || flags === null) return false;
  if (flags.some(({ category }) => category === 'Transaction Processing')) return false;
  return !transactions.some(
    ({ cryptoStatus, returned }) => cryptoStatus === 'FAILED' || returned === true,
  );
}

/** Returns whether a field, such as `returned: true` or `status: RETURNED`, shows a returned payment. */
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

/** Asserts that each status is known; throws UnusableInput if an account has no expected status. */
function assertCryptoStatus(
  t: Attempt,
  reads: readonly AccountView[],
  expected: readonly unknown[],
): void {
  for (const read of reads) {
    const statuses = listCryptoStatuses(t, read.view) ?? [];
    const unknownStatuses = statuses.filter((status) => !cryptoStatuses.includes(status));
    t.assert(
      unknownStatuses.length === 0,
      `expected PENDING, COMPLETE or FAILED for a transaction of account ${read.account.name}, got ${JSON.stringify(unknownStatuses[0]) ?? 'none'}`,
      read.view.response,
    );
    if (!statuses.some((status) => expected.includes(status))) throw createMismatchError(t, read);
  }
}

function countStatus(statuses: readonly unknown[], status: string): number {
  return statuses.filter((item) => item === status).length;
}
