/** Detects the meaning of a send with the session of a user as its bearer token (§5.7). */
import { findUserMask } from '../responses/fields.ts';
import { findReportedUser } from '../responses/reported-user.ts';
import { hasWalletAndNumber } from '../declared-accounts.ts';
import { createSettingError } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { submitCode, readCode, requireKnownRequest, pickUnusedDestination } from './otp-steps.ts';

const KEY = 'otp.sms.bearerSession';

export const bearerSessionProbe: Probe = probe([KEY], async (t) => {
  // Without new users, the probe could change the number of a declared user.
  t.requireNewUsers();
  // The numbers in the settings may belong to other users, which would also cause a rejection.
  if (t.ctx.identities.usesDeclaredDestinations) {
    throw createSettingError('a phone number without a user');
  }
  const user = await t.signInWithSession();
  const { app } = t;
  const destination = pickUnusedDestination(t, 'sms');
  const response = await t.sendAndRecord(
    app.createOtpSendRequest('sms', destination, user.session),
    'sms',
    destination,
  );
  t.requireServiceResponse(response);
  if (!response.accepted) return decideFromOwnNumber(t, response);

  requireKnownRequest(t, 'sms');
  const sent = t.toSentOtp(response, { app, channel: 'sms', destination });
  const authenticated = await submitCode(t, sent, await readCode(t, sent));
  if (!authenticated.accepted) {
    const { status } = authenticated;
    t.recordInconclusive(KEY, `The send is accepted, but its code is rejected with ${status}.`);
    return;
  }
  // signInWithSession uses a wallet, so `user.wallet` is not null.
  const after = await t.signIn(user.wallet ?? undefined);
  const hasChanged = getPhoneMask(after) !== getPhoneMask(user);
  const userId = findReportedUser(t, user.response);
  const isSameUser = userId !== null && findReportedUser(t, authenticated) === userId;
  const evidence = isSameUser && !hasChanged ? authenticated : after.response;
  t.decide(KEY, hasChanged || isSameUser ? 'addsPhone' : 'ignored', evidence);
});

/** Detects whether the session was refused only because the number is not the user's own. */
async function decideFromOwnNumber(t: Probing, refusal: HttpResponse): Promise<void> {
  const owner = await signInUserWithNumber(t);
  const request = t.app.createOtpSendRequest('sms', owner.phoneNumber, owner.session);
  const response = await t.sendAndRecord(request, 'sms', owner.phoneNumber);
  t.requireServiceResponse(response);
  if (!response.accepted) {
    t.recordInconclusive(
      KEY,
      "A send with the session of a user is rejected, even to the user's own number.",
    );
    return;
  }
  t.decide(KEY, 'mustMatch', refusal);
  // A session that is rejected only because of the number is an accepted kind of bearer token.
  const { accepts } = t.dialect.bearer;
  if (!accepts.includes('session')) t.decide('bearer.accepts', [...accepts, 'session'], response);
}

/** Returns a user with a number and a session: a declared user, or a user who signs in by SMS. */
async function signInUserWithNumber(t: Probing): Promise<{ phoneNumber: string; session: string }> {
  const declared = t.ctx.identities.listAccounts().filter(hasWalletAndNumber);
  for (const account of declared) {
    const { session } = await t.signInAs(account);
    if (session !== null) return { phoneNumber: account.phoneNumber, session };
  }
  requireKnownRequest(t, 'sms');
  const phoneNumber = pickUnusedDestination(t, 'sms');
  const { session } = await t.signInByOtp('sms', phoneNumber);
  if (session === null) throw createSettingError('an account with privateKey and phoneNumber');
  return { phoneNumber, session };
}

function getPhoneMask({ response }: SignedIn): unknown {
  const userMask = findUserMask(response.body);
  return userMask?.['phoneMask'];
}
