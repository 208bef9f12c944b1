/** Detects which bearer token a send needs, and which kinds are accepted (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { DeclaredAccount } from '../settings.ts';
import { type HttpResponse, withBearer } from '../target/http-request.ts';
import { recordNeed, tryBearers, tryEachTokenKind, applyFindings } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { allOperations } from '../actors/operations.ts';

const sendEmail = probe([], async (t) => {
  if (t.ctx.knowledge.bearers.findNeed('sendEmailOtp') !== undefined) return;
  await toNewOrKnownUsers(t, 'email', async () => {
    const trial = await tryBearers(t, 'sendEmailOtp', (bearer) =>
      Promise.resolve(t.flows.app.sendOtp('email', t.flows.getDestination('email'), bearer)),
    );
    if (trial.accepted !== null) assumeForAuthenticate(t, 'authenticateEmailOtp');
    return trial.accepted !== null;
  });
});

const sendSms = probe([], async (t) => {
  if (t.ctx.knowledge.bearers.findNeed('sendSmsOtp') !== undefined) return;
  await toNewOrKnownUsers(t, 'sms', async () => {
    const trial = await tryBearers(
      t,
      'sendSmsOtp',
      (bearer) =>
        Promise.resolve(t.flows.app.sendOtp('sms', t.flows.getDestination('sms'), bearer)),
      ['client'],
    );
    if (trial.accepted === null) {
      const response = await sendSmsWithSession(t);
      if (!response?.accepted) return false;
      recordNeed(t, 'sendSmsOtp', { kind: 'session', response }, trial.refusals);
    }
    assumeForAuthenticate(t, 'authenticateSmsOtp');
    return true;
  });
});

/** Sends to a new destination; if that is rejected, to the destination of a declared account. */
async function toNewOrKnownUsers(
  t: Probing,
  channel: OtpChannel,
  isSent: () => Promise<boolean>,
): Promise<void> {
  const { identities } = t.ctx;
  if (await isSent()) return;
  if (!identities.restrictToUsers(channel)) return;
  if (!(await isSent())) identities.removeRestriction(channel);
}

/** Assumes that authenticate needs a bearer token, until its responses are understood. */
function assumeForAuthenticate(t: Probing, operation: OperationId): void {
  t.ctx.knowledge.bearers.assumeNeeded(operation);
  applyFindings(t);
}

/** Detects whether access tokens and sessions are accepted, by an operation that needs one. */
export const tokenKinds = probe(['bearer.accepts'], async (t) => {
  const { bearers } = t.ctx.knowledge;
  const needing = allOperations.filter((operation) => bearers.findNeed(operation)?.needed);
  // Sends are the most expensive, and the number may cause a refusal.
  const cheapest = needing.toSorted((a, b) => rankOperation(a) - rankOperation(b))[0];
  if (cheapest === undefined || t.isDetected('bearer.accepts')) return;
  if (cheapest === 'sendSmsOtp') {
    const response = bearers.findResponse('session') ?? (await sendSmsWithSession(t));
    if (response !== null) bearers.recordServed('session', response);
  } else {
    await tryEachTokenKind(t, async (bearer) =>
      withBearer(await t.flows.createValidRequest(cheapest), bearer),
    );
  }
  applyFindings(t);
});

function rankOperation(operation: OperationId): number {
  return [
    'startWalletAuth',
    'authenticateWallet',
    'getUser',
    'addWalletToUser',
    'sendEmailOtp',
    'authenticateEmailOtp',
    'authenticateSmsOtp',
    'sendSmsOtp',
  ].indexOf(operation);
}

/** Sends an SMS, if necessary with the number's session (§5.7); null if the refusal is ambiguous. */
async function sendSmsWithSession(t: Probing): Promise<HttpResponse | null> {
  const number = t.flows.getDestination('sms');
  const owner = findOwner(t, (phoneNumber) => phoneNumber === number);
  const user = owner ? await t.flows.signInAs(owner.account) : await t.flows.signInWithSession();
  const first = await sendWith(t, number, user.session);
  if (first.accepted || owner !== null) return first;
  const another = findOwner(t, () => true);
  if (another === null) {
    t.leaveOpen(
      'bearer.accepts',
      `A send with a user session to a phone number without a user is rejected with ${first.status}. To detect whether the number must be the user's own, declare an account with privateKey and phoneNumber.`,
    );
    return null;
  }
  const { session } = await t.flows.signInAs(another.account);
  const second = await sendWith(t, another.phoneNumber, session);
  // Sessions are accepted, but not for the number of another user.
  if (second.accepted) t.assume('otp.sms.bearerSession', 'mustMatch');
  return second;
}

/** Returns a declared account that signs in by wallet, and its number. */
function findOwner(
  t: Probing,
  matches: (phoneNumber: string) => boolean,
): { account: DeclaredAccount; phoneNumber: string } | null {
  for (const account of t.ctx.identities.listAccounts()) {
    const { phoneNumber, privateKey } = account;
    if (phoneNumber !== null && privateKey !== null && matches(phoneNumber)) {
      return { account, phoneNumber };
    }
  }
  return null;
}

async function sendWith(t: Probing, number: string, session: string | null): Promise<HttpResponse> {
  const response = await t.flows.dispatch(t.flows.app.sendOtp('sms', number, session));
  t.requireServiceResponse(response);
  return response;
}

export const bearersOfSendsProbes: ProbeGroup = {
  name: 'bearer tokens of sends',
  needs: ['identity.unknown'],
  sends: ['sms', 'email'],
  probes: [sendEmail, sendSms, tokenKinds],
};
