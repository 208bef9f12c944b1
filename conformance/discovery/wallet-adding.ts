/** Detects which user gets an added wallet, and whether another owner or flags prevent it (§4.3, §7.4). */
import { hasFlags, hasFraudFlag, hasWalletAndNumber } from '../declared-accounts.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { tryBearers } from './bearer-kinds.ts';
import { tokenKindsProbe } from './bearers-of-sends.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { decideStatus } from './refusal-status.ts';
import { isUnauthorized } from '../responses/unauthorized.ts';

const targetProbe = probe(['identity.addWalletTarget'], async (t) => {
  const { accepted, refusals } = await tryBearers(
    t,
    'addWalletToUser',
    (bearer) => createAddAfterSignIn(t, () => bearer),
    ['client'],
  );
  if (accepted !== null) {
    // An access token does not identify a user, so the last sign-in counts (§4.3).
    t.decide('identity.addWalletTarget', 'bearerElseLast', accepted.response);
    return;
  }
  const bySession = await t.sendToService(await createAddAfterSignIn(t, ({ session }) => session));
  if (!bySession.accepted) throw createNotAddedError([...refusals.values(), bySession]);
  if (t.app.credentials.accessToken === null) {
    // Without an access token, a probe cannot detect whether any bearer token would suffice.
    t.assume('identity.addWalletTarget', 'bearer');
    throw createSettingError('accessToken');
  }
  t.decide('identity.addWalletTarget', 'bearer', refusals.get('none') ?? null);
  // Right after a sign-in, the access token was rejected and the session accepted.
  t.ctx.knowledge.bearers.sessionIdentifiesUser = refusals.has('client');
});

function createNotAddedError(responses: readonly HttpResponse[]): NotTested {
  const statuses = responses.map(({ status }) => status);
  const observation = `addToUser is rejected with ${statuses.join(', ')}`;
  if (!statuses.every(isUnauthorized)) return new NotTested(observation, 'contract');
  return new NotTested(
    `${observation}: neither a session, nor an access token, nor the last sign-in identifies the user`,
    'settings',
    'Add --skip addWalletToUser if the deployment identifies the user in another way.',
  );
}

/** Decides that the session identifies the user if the last sign-in does not. */
const sessionIdentifiesProbe = probe([], async (t) => {
  if (t.ctx.knowledge.bearers.sessionIdentifiesUser) return;
  const user = await t.signInWithSession();
  await t.signInOtherUser(user);
  const added = SigningWallet.create();
  const response = await t.send(t.app.createAddToUserRequest(t.getFields(added), user.session));
  if (!response.accepted || user.userId === null) return;
  const { userId } = await t.signIn(added);
  t.ctx.knowledge.bearers.sessionIdentifiesUser = userId === user.userId;
});

async function createAddAfterSignIn(
  t: Probing,
  selectBearer: (user: SignedIn) => string | null,
): Promise<HttpRequest> {
  const user = await t.signInWithSession();
  const fields = t.getFields(SigningWallet.create());
  return t.app.createAddToUserRequest(fields, selectBearer(user));
}

const addOwnedProbe = probe(['wallet.addOwned', 'errors.status.identityTaken'], async (t) => {
  const { owned, other } = await prepareOwnedWallet(t);
  const response = await t.sendToService(t.createAddRequest(other, t.getFields(owned)));
  if (!response.accepted) t.requireAccepted('addWalletToUser');
  t.decide('wallet.addOwned', response.accepted ? 'accept' : 'reject', response);
  if (!response.accepted) decideStatus(t, 'identityTaken', response);
});

/** Returns a wallet that no other check uses, and a signed-in user who does not have it. */
async function prepareOwnedWallet(t: Probing): Promise<{ owned: SigningWallet; other: SignedIn }> {
  if (t.createsUsers) {
    const owned = t.pickWallet();
    await t.signIn(owned);
    return { owned, other: await t.signInWithSession() };
  }
  const { user, added } = await t.addNewWallet();
  await t.signIn(added);
  return { owned: added, other: await t.signInOtherUser(user) };
}

/** Detects the status with the phone number of another user, if adding a wallet did not show it (§5.7). */
const phoneTakenProbe = probe(['errors.status.identityTaken'], async (t) => {
  const key = 'errors.status.identityTaken';
  if (t.isDetected(key) || !t.isDetectedAs('otp.sms.bearerSession', 'addsPhone')) return;
  const [one, another] = t.ctx.identities
    .listAccounts((account) => !hasFlags(account))
    .filter(hasWalletAndNumber);
  if (one === undefined || another === undefined) {
    throw createSettingError('accounts[] with privateKey and phoneNumber (2 of them)');
  }
  const { session } = await t.signInAs(another);
  const response = await t.dispatch(t.app.createOtpSendRequest('sms', one.phoneNumber, session));
  t.requireServiceResponse(response);
  if (response.accepted)
    t.recordInconclusive(key, 'A session may send to the number of another user.');
  else decideStatus(t, 'identityTaken', response);
});

const flaggedProbe = probe(['errors.status.flagRestricts'], async (t) => {
  const [account] = t.ctx.identities.listAccounts(hasFraudFlag);
  if (account === undefined) throw createSettingError('an account with a Fraud flag');
  // Counter-check: a user without a flag adds a wallet.
  if (!t.ctx.knowledge.memory.hasAccepted('addWalletToUser')) await t.addNewWallet();
  const user = await t.signInAs(account);
  decideStatus(t, 'flagRestricts', await t.sendToService(t.createAddRequest(user)));
});

export const walletAddingProbes: ProbeGroup = {
  name: 'adding wallets',
  needs: ['bearer.accepts', 'user.names.wallets'],
  probes: [targetProbe, tokenKindsProbe, sessionIdentifiesProbe, flaggedProbe],
};

export const takenIdentityProbes: ProbeGroup = {
  name: 'wallets and phone numbers of other users',
  needs: ['bearer.requiredOn'],
  probes: [addOwnedProbe, phoneTakenProbe],
};
