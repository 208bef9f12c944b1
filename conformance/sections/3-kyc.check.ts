import { toFields, findText } from '../responses/fields.ts';
import { judgeMembership } from '../responses/flag-category.ts';
import { containsWord } from '../responses/user-search.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import {
  listFlags,
  isMissingFlags,
  createMismatchError,
  readAgain,
  observeAccounts,
  type AccountView,
} from '../observations/accounts.ts';
import { isKycAsDeclared } from '../observations/as-declared.ts';
import { pollUntil } from '../observations/poll-until.ts';
import type { DeclaredAccount } from '../settings.ts';

export const kyc = section('3', 'KYC', [
  check({
    requirement: '3.1.kyc.approval-readable',
    title: 'returns APPROVED for an approved user',
    async run(t) {
      await observeAccounts(
        t,
        'with the kycStatus APPROVED',
        ({ kycStatus }) => kycStatus === 'APPROVED',
      );
      t.requireKnown('user.names.kyc');
      const seen = await observeAccounts(
        t,
        'with a kycStatus',
        ({ kycStatus }) => kycStatus !== null,
      );
      t.addEvidence(...seen.map(({ view }) => view.response));
      for (const { account, view } of seen.filter((one) => one.account.kycStatus === 'APPROVED')) {
        const sub = toFields(view.kyc);
        t.assert(
          sub === null || typeof sub['status'] === 'string',
          `the KYC sub-object of account ${account.name} has no status`,
          view.response,
        );
      }
      const read = new Set(seen.map(({ view }) => findText(view.kyc, 'status')));
      const asDeclared = seen.filter((account) => isKycAsDeclared(t, account));
      const isApproved = asDeclared.some(({ account }) => account.kycStatus === 'APPROVED');
      // One account may have changed its status, but not several to the same status.
      const declared = new Set(seen.map(({ account }) => account.kycStatus));
      const [first] = seen;
      if (first && !isApproved && (read.size > 1 || declared.size < 2))
        throw createMismatchError(t, first);
      t.assert(
        isApproved,
        `expected the declared KYC statuses ${[...declared].join(', ')}, got ${[...read].join()} for every account`,
      );
    },
  }),
  check({
    requirement: '3.2.kyc.flags-readable',
    title: 'returns all KYC Review and Fraud flags for IN_REVIEW or DECLINED',
    async run(t) {
      const isChosen = (account: DeclaredAccount) =>
        isUndecided(account) && listDecidingFlags(account).length > 0;
      const what = 'in review or declined, with a KYC Review or Fraud flag';
      for (const one of await observeAccounts(t, what, isChosen)) {
        const flags = listDecidingFlags(one.account);
        const missing = flags.filter(({ code }) => !containsWord(one.view.response.body, code));
        // If all flags are missing, the account may have changed; a deployment may hide some.
        const isChanged = missing.length === flags.length && !(await isMissingFlags(t, one));
        if (isChanged || !isKycAsDeclared(t, one)) throw createMismatchError(t, one);
        t.assert(
          missing.length === 0,
          `expected the flag ${missing.map(({ code }) => code).join(', ')} for account ${one.account.name}, got none`,
          one.view.response,
        );
      }
    },
  }),
  check({
    requirement: '3.2.kyc.flag-given',
    title: 'returns a KYC Review or Fraud flag for IN_REVIEW or DECLINED',
    async run(t) {
      t.requireKnown('user.names.kyc');
      for (const one of await observeAccounts(t, 'in review or declined', isUndecided)) {
        if (!isKycAsDeclared(t, one)) throw createMismatchError(t, one);
        const hasOne = ({ view }: AccountView) =>
          (['KYC Review', 'Fraud'] as const).some(
            (category) => judgeMembership(t, listFlags(t, view), category) !== 'no',
          );
        const last = hasOne(one) ? one : await pollUntil(t, () => readAgain(t, one), hasOne);
        if (!isKycAsDeclared(t, last)) throw createMismatchError(t, one);
        t.assert(
          hasOne(last),
          `expected a KYC Review or Fraud flag for account ${one.account.name}, which is ${one.account.kycStatus}, got none`,
          last.view.response,
        );
      }
    },
  }),
]);

function isUndecided({ kycStatus }: DeclaredAccount): boolean {
  return kycStatus === 'IN_REVIEW' || kycStatus === 'DECLINED';
}

function listDecidingFlags(account: DeclaredAccount) {
  return listDeclaredFlags(account).filter(
    ({ category }) => category === 'KYC Review' || category === 'Fraud',
  );
}
