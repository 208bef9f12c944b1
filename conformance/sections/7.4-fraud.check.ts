import type { Attempt } from '../attempt.ts';
import { containsText } from '../responses/user-search.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { NotTested } from '../check-errors.ts';
import { section } from '../define-check.ts';
import {
  addAsRestrictedUser,
  hasUnexpectedFields,
  isWalletAdded,
  requireVisibleWallets,
  type FraudContext,
} from '../observations/fraud.ts';
import { showsUnverifiedWallets } from '../observations/added-wallets.ts';
import { listDeclaredFlags, hasF0000, hasCryptoStatus } from '../declared-accounts.ts';
import type { DeclaredAccount } from '../settings.ts';

const anyAccount = () => true;

const fraudContexts: readonly FraudContext[] = [
  { name: 'basic', matchesAccount: anyAccount },
  { name: 'second-attempt', matchesAccount: anyAccount, earlierAttempts: 1 },
  { name: 'concurrently', matchesAccount: anyAccount, simultaneousRequests: 3 },
  { name: 'second-client', matchesAccount: anyAccount, isBySecondClient: true },
  {
    name: 'type-evm-by-the-second-client',
    matchesAccount: anyAccount,
    isBySecondClient: true,
    networkOrType: 'EVM',
  },
  { name: 'network-polygon', matchesAccount: anyAccount, networkOrType: 'POLYGON' },
  { name: 'type-evm', matchesAccount: anyAccount, networkOrType: 'EVM' },
  { name: 'session-of-the-other-client', matchesAccount: anyAccount, sendsForeignSession: true },
  {
    name: 'signed-in-by-sms',
    matchesAccount: ({ phoneNumber }) => phoneNumber !== null,
    accountCondition: ' and a phoneNumber',
    signInBy: 'sms',
  },
  {
    name: 'signed-in-by-email',
    matchesAccount: ({ emailAddress }) => emailAddress !== null,
    accountCondition: ' and an emailAddress',
    signInBy: 'email',
  },
  {
    name: 'with-a-pending-transaction',
    matchesAccount: hasCryptoStatus('PENDING'),
    accountCondition: ' and a PENDING transaction',
  },
  {
    name: 'several-flags',
    matchesAccount: (account) => listDeclaredFlags(account).length > 1,
    accountCondition: ' and another flag',
  },
  { name: 'beside-f0000', matchesAccount: hasF0000, accountCondition: ' and the flag F0000' },
  ...(['APPROVED', 'IN_REVIEW', 'DECLINED'] as const).map((status) => ({
    name: `kyc-${status.toLowerCase().replace('_', '-')}`,
    matchesAccount: ({ kycStatus }: DeclaredAccount) => kycStatus === status,
    accountCondition: ` and the KYC status ${status}`,
  })),
];

const requirement = '7.4.fraud.writes-refused';

/** Returns a text such as `account everything (flags F1001, K1001)`. */
const describeAccount = (account: DeclaredAccount) => {
  const codes = listDeclaredFlags(account).map(({ code }) => code);
  return `account ${account.name} (flags ${codes.join(', ')})`;
};

const toContext = (context: FraudContext) => ({
  name: context.name,
  prepare: (t: Attempt) => addAsRestrictedUser(t, context),
});

/** Excludes sessions of another client: a deployment may ignore them, and add the wallet to another user (§5.8). */
const ownSessionContexts = fraudContexts.filter(({ sendsForeignSession }) => !sendsForeignSession);

export const fraud = section('7.4', 'Fraud flags', [
  checkInContexts(ownSessionContexts.map(toContext), {
    requirement,
    part: 'refused',
    title: 'rejects adding a wallet for a user with a Fraud flag',
    exclusive: 'always',
    async run(t, addition) {
      const { account, response, readAfter } = addition;
      // A 2xx response whose fields differ from those of a success (§4.3) is a rejection (§7) if no wallet is added.
      if ((await hasUnexpectedFields(t, response)) && !isWalletAdded(addition)) {
        requireVisibleWallets(t, addition);
        t.observe(`the rejection has a success status, ${response.status}`, response, readAfter);
        return;
      }
      t.assertRejected(response, `adding a wallet for ${describeAccount(account)}`);
    },
  }),
  checkInContexts(fraudContexts.map(toContext), {
    requirement,
    part: 'nothing-written',
    title: 'adds no wallet if the request is rejected for a Fraud flag',
    exclusive: 'always',
    async run(t, { account, user, wallet, response, readAfter, laterSignIn, signInRejection }) {
      t.assertNever(
        containsText(readAfter, wallet.address),
        `expected no added wallet for ${describeAccount(account)}, got that wallet in the user read`,
        response,
        readAfter,
      );
      // A deployment that accepts new wallets may reject this wallet because it added the wallet.
      if (signInRejection !== null && t.createsUsers && !(await showsUnverifiedWallets(t)))
        throw new NotTested(
          'the wallet cannot sign in, and user reads show no unverified wallets',
          'dialect',
        );
      if (laterSignIn === null || user.userId === null) return;
      t.requireServiceResponse(laterSignIn);
      t.assertNever(
        laterSignIn.accepted && containsText(laterSignIn, user.userId),
        `expected no added wallet for ${describeAccount(account)}, got a sign-in by that wallet`,
        response,
        laterSignIn,
      );
    },
  }),
]);
