import { toFields, findText } from '../responses/fields.ts';
import { isKnownFlag } from '../responses/flag-category.ts';
import { hasJsonBody } from '../responses/json-response.ts';
import { containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { hasFlags, hasFraudFlag, hasTransactions } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { NotTested, createSettingError, nullIfNotTested } from '../check-errors.ts';
import { createSharedUserRequest } from '../actors/shared-user.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { UserView } from '../actors/user-view.ts';
import {
  readAccount,
  isFlagsFieldMissing,
  createMismatchError,
  observeAccounts,
  confirmsDeclaredState,
} from '../observations/accounts.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { assertFlagsShown } from './flags-and-payments.ts';

export const userRead = section('4.8', 'User read', [
  check({
    requirement: '4.8.operation.reads',
    title: 'returns a signed-in user as a JSON object',
    async run(t) {
      const response = await t.send(await createSharedUserRequest(t, 'getUser'));
      t.assertAccepted(response);
      assertObject(t, response);
    },
  }),
  check({
    requirement: '4.8.operation.reads',
    part: 'twice',
    title: 'returns the same response for an unchanged user',
    async run(t) {
      const user = await t.signInWithSession();
      const first = await t.read(user);
      const second = await t.read(user);
      t.assert(
        describeStableParts(t, user, first) === describeStableParts(t, user, second),
        'expected equal responses for an unchanged user, got different responses',
        first.response,
        second.response,
      );
    },
  }),
  check({
    requirement: '4.8.response.user',
    title: 'returns flags and the KYC sub-object in the user object',
    async run(t) {
      const counterCheck = await nullIfNotTested(() => t.ctx.requireWorking('getUser'));
      // Invalid JSON violates another rule (§4).
      if (counterCheck !== null && hasJsonBody(counterCheck)) assertObject(t, counterCheck);
      const reads = await observeAccounts(
        t,
        'with a flag and a kycStatus',
        (account) => hasFlags(account) && account.kycStatus !== null,
      );
      await assertFlagsShown(t);
      t.requireKnown('user.envelope', 'user.names.flags', 'user.names.kyc');
      const { names } = t.dialect.user;
      for (const read of reads) {
        const { object, response } = read.view;
        const { name } = read.account;
        t.assert(object !== null, 'expected a user object in the user read, got none', response);
        t.assert(
          !(await isFlagsFieldMissing(t, read)),
          `expected ${names.flags} in the user object of account ${name}, which has a flag, got none`,
          response,
        );
        const hasKyc = toFields(object?.[names.kyc]) !== null;
        // Without matching flags or transactions, perhaps KYC was never submitted for the account.
        if (!hasKyc && !confirmsDeclaredState(t, read)) throw createMismatchError(t, read);
        t.assert(
          hasKyc,
          `expected ${names.kyc} in the user object of account ${name}, got none`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '4.8.operation.at-any-time',
    part: 'new',
    title: 'a user can be read right after the first sign-in',
    async run(t) {
      t.requireKnown('user.path', 'user.identifiedBy');
      const user = await t.signInWithSession();
      t.assertAccepted(await t.send(t.createReadRequest(user)), 'the read of a new user');
    },
  }),
  ...(
    [
      ['kyc', 'with a kycStatus', ({ kycStatus }) => kycStatus !== null],
      ['with-a-flag', 'with a flag', hasFlags],
      ['with-a-transaction', 'with a transaction', hasTransactions],
    ] satisfies [string, string, (account: DeclaredAccount) => boolean][]
  ).map(([part, description, matches]) =>
    check({
      requirement: '4.8.operation.at-any-time',
      part,
      title: `an account ${description} can be read`,
      run: (t) => assertReadable(t, description, matches),
    }),
  ),
]);

function assertObject(t: Attempt, response: HttpResponse): void {
  t.assert(
    toFields(response.body) !== null,
    'expected the user read to return a JSON object',
    response,
  );
}

/** Describes the parts that must not differ between two reads: id, createTime, flags, wallets, KYC status. */
function describeStableParts(t: Attempt, { userId }: SignedIn, view: UserView): string {
  const flags = (t.isDetected('user.names.flags') ? (view.flags ?? []) : [])
    .filter((flag) => isKnownFlag(t, flag))
    .map(({ code, category }) => `${code} ${category}`);
  const wallets = view.response.text.toLowerCase().match(/0x[0-9a-f]{40}(?![0-9a-f])/g) ?? [];
  const kycStatus = t.isDetected('user.names.kyc') && view.kycStatus;
  return JSON.stringify([
    userId !== null && containsText(view.response, userId),
    findText(view.object, 'id'),
    findText(view.object, 'createTime'),
    flags.toSorted(),
    [...wallets].toSorted(),
    kycStatus,
  ]);
}

async function assertReadable(
  t: Attempt,
  description: string,
  matches: (account: DeclaredAccount) => boolean,
): Promise<void> {
  const declared = t.ctx.identities.listAccounts(matches);
  if (declared.length === 0) throw createSettingError(`an account ${description}`);
  let lastError: unknown = null;
  let isAnyRead = false;
  for (const account of declared) {
    try {
      const { response } = await readAccount(t, account);
      t.assertAccepted(response, `the read of account ${account.name}`);
      isAnyRead = true;
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      const isWronglyRejected =
        error.causeType === 'contract' &&
        onlyFlagMayPreventSignIn(t, account) &&
        (await canOthersSignInLike(t, account));
      t.assert(
        !isWronglyRejected,
        `account ${account.name} has a flag and cannot sign in: ${error.message}`,
      );
      lastError = error;
    }
  }
  if (!isAnyRead) throw lastError;
}

/**
 * Returns whether a flag is the only possible reason for a rejected sign-in. False if the account has no flag
 * or a Fraud flag (§7.4), if unknown identities are rejected (§5.6), or if reads need no session.
 */
function onlyFlagMayPreventSignIn(t: Attempt, account: DeclaredAccount): boolean {
  const needsSession = t.dialect.user.identifiedBy === 'bearerSession';
  const acceptsUnknown = t.isDetected('identity.unknown') && t.createsUsers;
  return needsSession && acceptsUnknown && hasFlags(account) && !hasFraudFlag(account);
}

/** Returns whether other accounts can sign in the same way. If not, the flag is not the reason. */
async function canOthersSignInLike(t: Attempt, account: DeclaredAccount): Promise<boolean> {
  const byCode = account.emailAddress === null ? 'authenticateSmsOtp' : 'authenticateEmailOtp';
  const operation = account.privateKey === null ? byCode : 'authenticateWallet';
  return (await nullIfNotTested(() => t.ctx.requireWorking(operation))) !== null;
}
