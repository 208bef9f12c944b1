/** Detects which writes a Fraud flag blocks (§7.4). */
import { toUserView } from '../actors/user-view.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { hasFraudFlag } from '../declared-accounts.ts';
import { createSettingError } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { findShownState, findShownWallet } from '../responses/shown-wallet.ts';
import type { DeclaredAccount } from '../settings.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { pickUnusedDestination } from './otp-steps.ts';
import { readAs } from './user-parts.ts';
import type { HttpResponse } from '../target/http-request.ts';

const KEY = 'flags.fraudRestricts';

type Write = Dialect['flags']['fraudRestricts'][number];

/** Whether the write is refused; null if unknown. */
type Restriction = boolean | null;

export const fraudProbe: Probe = probe([KEY], async (t) => {
  const flagged = t.ctx.identities.listAccounts(hasFraudFlag);
  const [account] = flagged;
  if (account === undefined) throw createSettingError('an account with a Fraud flag');
  const { user, response: added } = await addWallet(t, account, findSignIn(t, flagged));
  if (added.accepted) {
    return t.recordInconclusive(
      KEY,
      'Adding a wallet to an account with a Fraud flag is accepted.',
    );
  }
  // Without a flag, the operation must succeed: otherwise the flag is not the cause of the rejection.
  if (t.createsUsers) t.requireAccepted('addWalletToUser');
  const restrictions = new Map<Write, Restriction>([
    ['addWallet', true],
    ['verifyWallet', await isVerifyingRefused(t, flagged)],
    ['addPhone', await isAddingPhoneRefused(t, user)],
    ['linkClient', await isLinkingRefused(t, flagged)],
  ]);
  const listWrites = (restriction: Restriction) =>
    [...restrictions].filter(([, isRefused]) => isRefused === restriction).map(([write]) => write);
  const refused = listWrites(true);
  const untested = listWrites(null);
  if (untested.length === 0) return t.decide(KEY, refused, added);
  const byDefault = t.dialect.flags.fraudRestricts.filter((write) => untested.includes(write));
  t.assume(KEY, [...refused, ...byDefault]);
  t.recordInconclusive(KEY, `Rejected: ${refused.join(', ')}; not tested: ${untested.join(', ')}.`);
});

/**
 * Adds a wallet to a user who signed in earlier. If that is accepted, the wallet may have been added to
 * another user, who signed in last (§4.3): then signs the account in, and adds another wallet at once.
 */
async function addWallet(
  t: Probing,
  account: DeclaredAccount,
  earlierUser: SignedIn | undefined,
): Promise<{ user: SignedIn; response: HttpResponse }> {
  if (earlierUser !== undefined) {
    const response = await t.sendToService(t.createAddRequest(earlierUser));
    if (!response.accepted) return { user: earlierUser, response };
  }
  const user = await signInWithoutWrite(t, account);
  return { user, response: await t.sendToService(t.createAddRequest(user)) };
}

function findSignIn(t: Probing, flagged: readonly DeclaredAccount[]): SignedIn | undefined {
  const { readings } = t.ctx.knowledge.observations;
  return readings.find(
    ({ account, user }) => account !== null && flagged.includes(account) && user.session !== null,
  )?.user;
}

/** Signs in an account. If it has a Fraud flag, signs in by email if possible: a sign-in by wallet may be a write. */
export async function signInWithoutWrite(t: Probing, account: DeclaredAccount): Promise<SignedIn> {
  const { emailAddress } = account;
  const canReadCodes = t.ctx.ledger.source !== null && t.isDetected('otp.email.codeField');
  if (hasFraudFlag(account) && emailAddress !== null && canReadCodes) {
    const user = await t.signInByOtp('email', emailAddress);
    if (user.session !== null) return user;
  }
  return t.signInAs(account);
}

async function isVerifyingRefused(
  t: Probing,
  flagged: readonly DeclaredAccount[],
): Promise<Restriction> {
  if (!t.isDetected('user.names.wallets')) return null;
  for (const account of flagged) {
    const wallet = t.ctx.identities.findWallet(account);
    if (wallet === null || account.emailAddress === null) continue;
    if (!(await isShownUnverified(t, account, wallet.address))) continue;
    const response = await t.sendToService(await t.createSignedRequest(wallet));
    return !response.accepted;
  }
  return null;
}

async function isShownUnverified(
  t: Probing,
  account: DeclaredAccount,
  address: string,
): Promise<boolean> {
  const { observations } = t.ctx.knowledge;
  const findReading = () => observations.readings.find((reading) => reading.account === account);
  if (findReading() === undefined) await readAs(t, account, () => signInWithoutWrite(t, account));
  const reading = findReading();
  if (reading === undefined || reading.walletAddress !== null) return false;
  const wallet = findShownWallet(toUserView(reading.response, t.dialect), address);
  return wallet !== null && findShownState(wallet) === 'unverified';
}

/** Detects whether adding a number is refused. Only sends the code, so the account keeps its number. */
async function isAddingPhoneRefused(t: Probing, { app, session }: SignedIn): Promise<Restriction> {
  if (!t.isDetected('otp.sms.bearerSession')) return null;
  if (t.dialect.otp.sms.bearerSession !== 'addsPhone') return false;
  if (session === null) return null;
  // The numbers in the settings may belong to other users, which would also cause a rejection.
  if (t.ctx.identities.usesDeclaredDestinations) return null;
  const destination = pickUnusedDestination(t, 'sms');
  const request = app.createOtpSendRequest('sms', destination, session);
  const response = await t.sendAndRecord(request, 'sms', destination);
  t.requireServiceResponse(response);
  return !response.accepted;
}

/** Detects whether a sign-in is refused through a client that the account perhaps never used (§5.6). */
async function isLinkingRefused(
  t: Probing,
  flagged: readonly DeclaredAccount[],
): Promise<Restriction> {
  const { secondApp, identities } = t.ctx;
  for (const account of flagged) {
    const wallet = identities.findWallet(account);
    if (secondApp === null || wallet === null) continue;
    const linked = await t.sendToService(await t.createSignedRequest(wallet, secondApp));
    if (linked.accepted) return false;
    // If the wallet can sign in through the first client, the wallet is not the cause of the rejection.
    const counterCheck = await t.sendToService(await t.createSignedRequest(wallet));
    if (counterCheck.accepted) return true;
  }
  return null;
}
