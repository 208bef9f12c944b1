/** Checks the phone number that a user gets by a send with the session of the user (§5.4, §5.7). */
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { requireReportedUser } from '../responses/reported-user.ts';
import { findMaskProblem } from '../../src/judge/phone-mask.ts';
import { findText, findUserMask } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { UserView } from '../actors/user-view.ts';
import { addsPhone } from '../discovery/observable-values.ts';
import { areStillVerified } from '../observations/added-wallets.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { requireUnassignedNumber, type SentCode } from '../observations/otp-requests.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { pollUntil } from '../observations/poll-until.ts';
import { submitCode } from './sent-codes.ts';

export const addedNumberChecks: readonly Check[] = [
  check({
    requirement: '5.4.sms.flow',
    operation: 'authenticateSmsOtp',
    part: 'added-number',
    title: 'keeps the email address, the wallets and the KYC status of a user who adds a number',
    usesOtherChannel: true,
    exclusive: 'unlessSessionIdentifiesUser',
    async run(t) {
      requireAddedNumbers(t);
      const address = t.getDestination('email');
      const byEmail = await t.signInByOtp('email', address);
      const { added } = await t.addNewWallet(byEmail);
      const user = await t.signInWithSession(added);
      const before = t.isDetected('user.names.kyc') ? await t.read(user) : null;
      const { response } = await addNumber(t, user);
      // Reads before the next sign-in by the wallet, which would verify it again.
      const isStillVerified = (view: UserView) =>
        !t.isDetected('user.names.wallets') || areStillVerified(view, [added]);
      const after =
        t.isDetected('user.names.wallets') || before !== null
          ? await pollUntil(t, () => t.read(user), isStillVerified)
          : null;
      t.assert(
        after === null || isStillVerified(after),
        'expected the wallet to stay verified after the user added a number, got unverified',
        response,
        after?.response,
      );
      // The new number may start a review (§3).
      const isKycKept =
        before === null ||
        after?.kycStatus === before.kycStatus ||
        after?.kycStatus === 'IN_REVIEW';
      t.assert(
        isKycKept,
        `expected the KYC status ${String(before?.kycStatus)} or IN_REVIEW after the user added a number, got ${String(after?.kycStatus)}`,
        before?.response,
        response,
        after?.response,
      );
      const later = await t.signInByOtp('email', address);
      t.assert(
        requireReportedUser(t, later.response) === requireReportedUser(t, user.response),
        'expected the user of the email address after the user added a number, got another user',
        user.response,
        response,
        later.response,
      );
    },
  }),
  check({
    requirement: '5.6.linking.same-user',
    operation: 'authenticateSmsOtp',
    part: 'authenticateSmsOtp/added-number',
    title: 'signs in the same user by a number that the user added, through a second client',
    async run(t) {
      requireAddedNumbers(t);
      const app = await getSecondApp(t);
      requireUnassignedNumber(t, app);
      const user = await t.signInWithSession();
      const { sentCode } = await addNumber(t, user);
      const other = await t.signInByOtp('sms', sentCode.sent.destination, app);
      t.assert(
        requireReportedUser(t, other.response) === requireReportedUser(t, user.response),
        'expected one user for the number through both clients, got two',
        user.response,
        sentCode.sent.response,
        other.response,
      );
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    operation: 'authenticateSmsOtp',
    part: 'added-number',
    title: 'returns the same createTime after the user added a number',
    async run(t) {
      requireAddedNumbers(t);
      const { wallet } = await t.signInWithSession();
      // In the first response, the time may differ from the stored time: by another clock, or by rounding.
      const user = await t.signInWithSession(wallet ?? undefined);
      await addNumber(t, user);
      const later = await t.signIn(wallet ?? undefined);
      const [before, after] = [user, later].map(({ response }) =>
        findText(findUserMask(response.body), 'createTime'),
      );
      if (before === null || before === undefined)
        throw new NotTested('needs a userMask with createTime', 'contract');
      t.assert(
        before === after,
        `expected the createTime ${before} after the user added a number, got ${String(after)}`,
        user.response,
        later.response,
      );
    },
  }),
  check({
    requirement: '4.5.otp.one-time',
    part: 'of-a-session',
    title: 'rejects a used code that was sent with a session',
    async run(t) {
      requireAddedNumbers(t);
      const { sentCode } = await addNumber(t, await t.signInWithSession());
      const again = await submitCode(t, sentCode);
      assertRejectedWithoutData(t, again, 'the used code of a send with a session');
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask',
    part: 'added-number',
    title: 'returns the phoneMask of a number that the user added with a session',
    async run(t) {
      requireAddedNumbers(t);
      const user = await t.signInWithSession();
      const { sentCode } = await addNumber(t, user);
      const findProblem = ({ response }: SignedIn) =>
        findMaskProblem(findUserMask(response.body)?.['phoneMask'], sentCode.sent.destination);
      const signIn = () => t.signIn(user.wallet ?? undefined);
      const later = await pollUntil(t, signIn, (signedIn) => findProblem(signedIn) === null);
      t.assert(
        findProblem(later) === null,
        `expected the phoneMask of ${sentCode.sent.destination} in the next sign-in, got another or none`,
        sentCode.sent.response,
        later.response,
      );
    },
  }),
  check({
    requirement: '2.5.phoneMask.last-four',
    operation: 'sendSmsOtp',
    part: 'second-number',
    title: 'returns the phoneMask of the requested number, even if the user has another number',
    async run(t) {
      requireAddedNumbers(t);
      const user = await t.signInWithSession();
      await addNumber(t, user);
      const later = await t.signInWithSession(user.wallet ?? undefined);
      const sentCode = await sendWithSession(t, later);
      const { destination, response } = sentCode.sent;
      const masks = [response, await submitCode(t, sentCode)].flatMap(({ body }) => {
        return findText(body, 'phoneMask') ?? [];
      });
      if (masks.length === 0) throw createInapplicable('no phoneMask is returned');
      for (const mask of masks) {
        const problem = findMaskProblem(mask, destination);
        t.assert(problem === null, `expected the mask of ${destination}, got ${mask}`, response);
      }
    },
  }),
  check({
    requirement: '5.4.sms.flow',
    operation: 'sendSmsOtp',
    part: 'number-of-another-user',
    title: 'leaves the number with its user until another user submits a code for it',
    async run(t) {
      requireAddedNumbers(t);
      const phoneNumber = t.getDestination('sms');
      const owner = await t.signInByOtp('sms', phoneNumber);
      const { app, session } = await t.signInWithSession();
      const send = app.createOtpSendRequest('sms', phoneNumber, session);
      const response = await t.ctx.ledger.countSend(() => t.send(send));
      const later = await t.signInByOtp('sms', phoneNumber);
      t.assert(
        requireReportedUser(t, later.response) === requireReportedUser(t, owner.response),
        'expected the user of the number after a send by another user, got another user',
        owner.response,
        response,
        later.response,
      );
    },
  }),
];

/** @throws NotTested if a send with a session does not add a generated number to the user */
function requireAddedNumbers(t: Attempt): void {
  t.ctx.ledger.requireSource('sms');
  t.requireKnown('otp.sms.bearerSession', 'otp.sms.codeField', 'otp.sms.identifiedBy');
  const isAdded = addsPhone(t.dialect) && t.createsUsers;
  if (!isAdded || t.ctx.identities.usesDeclaredDestinations)
    throw createInapplicable('a send with a session does not add a generated number to the user');
}

/** Sends a code with the session of a user, and submits it, which adds the number to the user. */
async function addNumber(
  t: Attempt,
  user: SignedIn,
): Promise<{ readonly sentCode: SentCode; readonly response: HttpResponse }> {
  const sentCode = await sendWithSession(t, user);
  const response = await submitCode(t, sentCode);
  t.assertAccepted(response, 'the code of a send with a session');
  return { sentCode, response };
}

async function sendWithSession(t: Attempt, user: SignedIn): Promise<SentCode> {
  const phoneNumber = t.getDestination('sms');
  const sent = await t.sendOtp('sms', phoneNumber, user.app, user.session ?? undefined);
  return { sent, code: await t.readCode(sent) };
}
