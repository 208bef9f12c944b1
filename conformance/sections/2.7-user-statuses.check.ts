import { listObjects } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { hasCryptoStatus, hasTransactions } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import {
  requireTransactions,
  createMismatchError,
  observeAccounts,
  observeAccountsWithKycStatus,
  listCryptoStatuses,
  type AccountView,
  confirmsDeclaredState,
} from '../observations/accounts.ts';
import { assertCompleteHaveHashes } from './flags-and-payments.ts';

export const kycStatuses: readonly unknown[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];
export const cryptoStatuses: readonly unknown[] = ['PENDING', 'COMPLETE', 'FAILED'];

export const userStatuses = section('2.7', 'User statuses', [
  check({
    requirement: '2.7.kyc.status',
    title: 'returns a KYC sub-object with a status after KYC submission',
    async run(t) {
      const reads = await observeAccountsWithKycStatus(t);
      const withoutStatus = reads.filter(
        ({ view }) => listKycStatuses(t, view.response.body).length === 0,
      );
      const [first] = withoutStatus;
      // The deployment is wrong if no account has a status and there are at least two accounts, or if a read
      // without a status shows declared flags or transactions. Otherwise the declaration may be wrong: perhaps
      // KYC was never submitted.
      const isDeploymentWrong =
        (withoutStatus.length === reads.length && reads.length > 1) ||
        withoutStatus.some((read) => confirmsDeclaredState(t, read));
      if (first && !isDeploymentWrong) throw createMismatchError(t, first);
      const names = withoutStatus.map(({ account }) => account.name).join(', ');
      t.assert(
        withoutStatus.length === 0,
        `expected a KYC sub-object with a status in the user read of ${names}, got none`,
        ...[...withoutStatus, ...reads].slice(0, 3).map(({ view }) => view.response),
      );
    },
  }),
  check({
    requirement: '2.7.kyc.status-values',
    title: 'returns APPROVED, IN_REVIEW or DECLINED as KYC status',
    async run(t) {
      const reads = await observeAccountsWithKycStatus(t);
      const withStatus = reads.filter(
        ({ view }) => listKycStatuses(t, view.response.body).length > 0,
      );
      const [first] = reads;
      if (first && withStatus.length === 0) throw createMismatchError(t, first);
      for (const read of withStatus) {
        const statuses = listKycStatuses(t, read.view.response.body);
        const other = statuses.find((status) => !kycStatuses.includes(status));
        t.assert(
          statuses.some((status) => kycStatuses.includes(status)),
          `expected APPROVED, IN_REVIEW or DECLINED for account ${read.account.name}, got ${JSON.stringify(other)}`,
          read.view.response,
        );
      }
    },
  }),
  check({
    requirement: '2.7.transaction.cryptoStatus-values',
    title: 'returns PENDING, COMPLETE or FAILED as crypto status',
    async run(t) {
      const reads = await observeAccounts(t, 'with a transaction', hasTransactions);
      let inspected = 0;
      for (const { account, view } of reads) {
        for (const status of listPossibleCryptoStatuses(t, view)) {
          inspected += 1;
          t.assert(
            cryptoStatuses.includes(status),
            `expected PENDING, COMPLETE or FAILED for a transaction of ${account.name}, got ${JSON.stringify(status)}`,
            view.response,
          );
        }
      }
      const [first] = reads;
      if (inspected === 0 && first) throw createMismatchError(t, first);
    },
  }),
  check({
    requirement: '2.7.transaction.transactionHash',
    title: 'returns the transactionHash of a COMPLETE transaction',
    run: assertCompleteHaveHashes,
  }),
  check({
    requirement: '2.7.transaction.transactionHash-otherwise',
    title: 'observes the transactionHash of PENDING and FAILED transactions',
    async run(t) {
      const reads = await observeAccounts(
        t,
        'with a PENDING or FAILED transaction',
        hasCryptoStatus('PENDING', 'FAILED'),
      );
      requireTransactions(t);
      const { cryptoStatus } = t.dialect.user.names;
      const transactions = reads.flatMap(({ view }) =>
        (view.transactions ?? []).filter(({ [cryptoStatus]: status }) =>
          ['PENDING', 'FAILED'].includes(String(status)),
        ),
      );
      const [first] = reads;
      if (transactions.length === 0 && first) throw createMismatchError(t, first);
      const descriptions = transactions.map(
        (transaction) =>
          `transactionHash of a ${String(transaction[cryptoStatus])} transaction is ${JSON.stringify(transaction['transactionHash']) ?? 'missing'}`,
      );
      for (const text of new Set(descriptions)) t.observe(text, first?.view.response);
    },
  }),
]);

/** Returns the status of the KYC object. If its name is unknown, returns the statuses of similar objects. */
function listKycStatuses(t: Attempt, body: unknown): unknown[] {
  const kycName = t.isDetected('user.names.kyc') ? t.dialect.user.names.kyc : null;
  const objects = listObjects(body).filter(({ fields }) => 'status' in fields);
  const candidates = objects.filter(({ name, fields }) => {
    if (kycName !== null) return name === kycName;
    return kycStatuses.includes(fields['status']) || /kyc/i.test(name);
  });
  return candidates.map(({ fields }) => fields['status']);
}

/** Returns the crypto statuses. If the field name is unknown, returns the values of similarly named fields. */
function listPossibleCryptoStatuses(t: Attempt, view: AccountView['view']): readonly unknown[] {
  const { transactions } = t.dialect.user.names;
  const areNamesKnown =
    t.isDetected('user.names.transactions') && t.isDetected('user.names.cryptoStatus');
  if (areNamesKnown && transactions !== 'none') {
    return listCryptoStatuses(t, view) ?? [];
  }
  const found = listObjects(view.response.body).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      /^crypto[_-]?status$/i.test(name) ? [value] : [],
    ),
  );
  if (found.length === 0) requireTransactions(t);
  return found;
}
