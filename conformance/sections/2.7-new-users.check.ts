/** Checks the flags, KYC status and transactions of new users (§2.7). */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { requireGeneratedDestinations } from '../contexts/sent-codes.ts';
import { createSimilar } from '../contexts/signed-up.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { mayAssignNumberToUser } from '../observations/otp-requests.ts';
import { createSettingError, createInapplicable } from '../check-errors.ts';
import { readSignIn, type SignedIn } from '../actors/signed-in.ts';
import type { UserView } from '../actors/user-view.ts';
import { hasValueOrName } from '../responses/user-search.ts';
import {
  getBodyFields,
  withHeader,
  type HttpRequest,
  type HttpResponse,
} from '../target/http-request.ts';
import { kycStatuses } from './2.7-user-statuses.check.ts';

/** A flag code and transaction hash that no deployment uses. */
const UNUSED_CODE = 'X97310';

/** A KYC status that a new user is unlikely to have. */
const UNUSUAL_STATUS = 'DECLINED';

export const newUsers = section('2.7', 'Flags and statuses of new users', [
  check({
    requirement: '2.7.kyc.status-values',
    part: 'new-user',
    title: 'returns no KYC status, or APPROVED, IN_REVIEW or DECLINED, for a new user',
    async run(t) {
      t.requireKnown('user.names.kyc');
      const { kycStatus, response } = await readNewUser(t);
      t.assert(
        kycStatus === null || kycStatuses.includes(kycStatus),
        `expected no status or APPROVED, IN_REVIEW or DECLINED, got ${String(kycStatus)}`,
        response,
      );
    },
  }),
  check({
    requirement: '7.3.transactions.readable',
    part: 'new-user',
    title: 'returns no transactions for a new user',
    async run(t) {
      t.requireKnown('user.names.transactions');
      const { transactions, response } = await readNewUser(t);
      t.assert(
        (transactions ?? []).length === 0,
        'expected no transactions of a new user, got some',
        response,
      );
    },
  }),
  Object.entries({
    wallet: (t: Attempt) => t.createSignedRequest(),
    sms: (t: Attempt) => createCodeRequest(t, 'sms'),
    email: (t: Attempt) => createCodeRequest(t, 'email'),
  }).map(([method, createRequest]) =>
    check({
      requirement: '2.7.flags.in-user-object',
      part: `values-in-the-sign-in/${method}`,
      title: `stores no flags, KYC status or transactions from the body of a sign-in (${method})`,
      async run(t) {
        const { response: readOfOther } = await readNewUser(t);
        const { response } = await t.read(await signInWith(t, await createRequest(t)));
        assertNotStored(t, readOfOther, response);
      },
    }),
  ),
  check({
    requirement: '2.7.flags.in-user-object',
    part: 'values-in-the-user-read',
    title: 'stores no flags, KYC status or transactions from a POST, PUT or PATCH of the user read',
    async run(t) {
      const { response: readBefore } = await readNewUser(t);
      const write = {
        ...withHeader(readBefore.request, 'content-type', 'application/json'),
        body: createServerFields(t),
      };
      const responses: HttpResponse[] = [];
      for (const method of ['POST', 'PUT', 'PATCH']) {
        responses.push(await t.sendToService({ ...write, method }));
      }
      const after = responses.some(({ accepted }) => accepted)
        ? await t.send(readBefore.request)
        : readBefore;
      assertNotStored(t, readBefore, after);
    },
  }),
  check({
    requirement: '2.7.flags.in-user-object',
    part: 'of-a-similar-number',
    title: 'returns no flags of another account whose phoneNumber has the same last digits',
    async run(t) {
      requireGeneratedDestinations(t);
      const { response: readOfOther } = await readNewUser(t);
      // Without an access token, the send has a session, whose user may get the number (§5.7).
      if (mayAssignNumberToUser(t, 'sms')) throw createSettingError('accessToken');
      const [flaggedAccount] = t.ctx.identities.listAccounts(
        (account) =>
          listDeclaredFlags(account).length > 0 && FICTIONAL_NUMBER.test(account.phoneNumber ?? ''),
      );
      if (flaggedAccount === undefined) {
        throw createSettingError('an account with a flag and a number like +12025550123');
      }
      const { phoneNumber } = flaggedAccount;
      const similarNumber = createSimilar['same-last-digits'](phoneNumber ?? '', t);
      const { identities } = t.ctx;
      // An earlier attempt at this check may have generated the number.
      if (identities.isKnownDestination(similarNumber) && !identities.isGenerated(similarNumber)) {
        throw createSettingError(`accounts without the number ${similarNumber}`);
      }
      const number = t.ctx.identities.registerGenerated(similarNumber);
      const { response } = await t.read(await t.signInByOtp('sms', number));
      const foreignFlag = listDeclaredFlags(flaggedAccount).find(
        ({ code }) =>
          hasValueOrName(response.body, code) && !hasValueOrName(readOfOther.body, code),
      );
      t.assertNever(
        foreignFlag !== undefined,
        `expected no flag of another number for ${number}, got ${foreignFlag?.code} of account ${flaggedAccount.name} (${phoneNumber})`,
        response,
      );
    },
  }),
]);

/** Matches the North American numbers that are reserved for fiction. */
const FICTIONAL_NUMBER = /^\+1\d{3}55501\d\d$/;

const readNewUser = memoizePerRun<UserView>(async (t) => {
  t.requireNewUsers();
  return t.read(await t.signInWithSession());
});

/** Returns fields that only the service may set, with values that no new user has. */
function createServerFields(t: Attempt): Readonly<Record<string, JsonValue>> {
  const { names } = t.dialect.user;
  return {
    [names.flags]: [{ code: UNUSED_CODE, category: 'Fraud' }],
    [names.kyc]: { status: UNUSUAL_STATUS },
    [names.transactions]: [{ cryptoStatus: 'FAILED', transactionHash: UNUSED_CODE }],
    kycStatus: UNUSUAL_STATUS,
  };
}

/** Asserts that a user read has no value of the request; `unchanged` is a read without such a request. */
function assertNotStored(t: Attempt, unchanged: HttpResponse, response: HttpResponse): void {
  if (hasValueOrName(unchanged.body, UNUSUAL_STATUS)) {
    throw createInapplicable(`new users have the KYC status ${UNUSUAL_STATUS}`);
  }
  const words = [UNUSED_CODE, UNUSUAL_STATUS];
  const storedWord = words.find((word) => hasValueOrName(response.body, word));
  t.assertNever(
    storedWord !== undefined,
    `expected the flags and the KYC status of a new user, got ${storedWord} from the request`,
    unchanged,
    response,
  );
}

/** Returns the request that signs in a new user by code; a declared destination may already have a user. */
async function createCodeRequest(t: Attempt, channel: OtpChannel): Promise<HttpRequest> {
  requireGeneratedDestinations(t);
  t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
  return t.createCodeSubmission(await t.sendOtp(channel));
}

async function signInWith(t: Attempt, request: HttpRequest): Promise<SignedIn> {
  const body = { ...getBodyFields(request), ...createServerFields(t) };
  const response = await t.sendToService({ ...request, body });
  if (!response.accepted) {
    throw createInapplicable('the deployment rejects additional fields');
  }
  return { ...readSignIn(t.app, response), wallet: null };
}
