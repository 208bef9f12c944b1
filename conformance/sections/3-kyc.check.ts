import { toFields } from '../responses/fields.ts';
import { hasValueOrName } from '../responses/user-search.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import {
  isFlagsFieldMissing,
  createMismatchError,
  observeAccounts,
  observeAccountsWithKycStatus,
  isKycAsDeclared,
} from '../observations/accounts.ts';
import type { DeclaredAccount } from '../settings.ts';
import { assertFlag } from './flags-and-payments.ts';

export const kyc = section('3', 'KYC', [
  check({
    requirement: '3.1.kyc.approval-readable',
    title: 'returns APPROVED for an approved user',
    async run(t) {
      const approved = await observeAccounts(
        t,
        'with the kycStatus APPROVED',
        ({ kycStatus }) => kycStatus === 'APPROVED',
      );
      t.requireKnown('user.names.kyc');
      const reads = await observeAccountsWithKycStatus(t);
      t.addEvidence(...reads.map(({ view }) => view.response));
      for (const { account, view } of approved) {
        const kycObject = toFields(view.kyc);
        t.assert(
          kycObject === null || typeof kycObject['status'] === 'string',
          `expected a status in the KYC sub-object of account ${account.name}, got none`,
          view.response,
        );
      }
      const isApproved = approved.some((read) => isKycAsDeclared(t, read));
      const readStatuses = new Set(reads.map(({ view }) => view.kycStatus));
      const declared = new Set(reads.map(({ account }) => account.kycStatus));
      // Accounts may have changed, but different statuses are unlikely to change to one status.
      const showsOneStatusForAll = readStatuses.size === 1 && declared.size > 1;
      const [first] = reads;
      if (first && !isApproved && !showsOneStatusForAll) throw createMismatchError(t, first);
      t.assert(
        isApproved,
        `expected the configured KYC statuses ${[...declared].join(', ')}, got ${first?.view.kycStatus ?? 'none'} for every account`,
      );
    },
  }),
  check({
    requirement: '3.2.kyc.flags-readable',
    title: 'returns all KYC Review and Fraud flags for IN_REVIEW or DECLINED',
    async run(t) {
      const isChosen = (account: DeclaredAccount) =>
        isNotApproved(account) && listReviewFlags(account).length > 0;
      const description = 'in review or declined, with a KYC Review or Fraud flag';
      for (const read of await observeAccounts(t, description, isChosen)) {
        const flags = listReviewFlags(read.account);
        const missing = flags.filter(({ code }) => !hasValueOrName(read.view.response.body, code));
        // If all flags are missing, the account may have lost them. If some are missing, they are hidden.
        const isChanged = missing.length === flags.length && !(await isFlagsFieldMissing(t, read));
        if (isChanged || !isKycAsDeclared(t, read)) throw createMismatchError(t, read);
        t.assert(
          missing.length === 0,
          `expected the flag ${missing.map(({ code }) => code).join(', ')} for account ${read.account.name}, got none`,
          read.view.response,
        );
      }
    },
  }),
  check({
    requirement: '3.2.kyc.flag-given',
    title: 'returns a KYC Review or Fraud flag for IN_REVIEW or DECLINED',
    async run(t) {
      t.requireKnown('user.names.kyc');
      for (const read of await observeAccounts(t, 'in review or declined', isNotApproved)) {
        const description = `is ${read.account.kycStatus}`;
        await assertFlag(t, read, ['KYC Review', 'Fraud'], isKycAsDeclared, description);
      }
    },
  }),
]);

function isNotApproved({ kycStatus }: DeclaredAccount): boolean {
  return kycStatus === 'IN_REVIEW' || kycStatus === 'DECLINED';
}

function listReviewFlags(account: DeclaredAccount) {
  return listDeclaredFlags(account).filter(
    ({ category }) => category === 'KYC Review' || category === 'Fraud',
  );
}
