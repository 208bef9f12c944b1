/** Detects whether a send needs a bearer token, and which kinds of tokens are accepted (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { DeclaredAccount } from '../settings.ts';
import { type HttpResponse, withBearer } from '../target/http-request.ts';
import { withSessionOnly } from '../target/session-place.ts';
import { recordNeed, tryBearers, tryEachTokenKind, applyFindings } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { channels } from '../actors/operations.ts';

const emailBearerProbe = probe([], async (t) => {
  if (t.ctx.knowledge.bearers.findNeed('sendEmailOtp') !== undefined) return;
  await tryNewThenDeclared(t, 'email', async () => {
    const trial = await tryBearers(t, 'sendEmailOtp', (bearer) =>
      Promise.resolve(t.app.createOtpSendRequest('email', t.getDestination('email'), bearer)),
    );
    if (trial.accepted === null) return false;
    assumeForAuthenticate(t, 'authenticateEmailOtp');
    return true;
  });
});

const smsBearerProbe = probe([], async (t) => {
  if (t.ctx.knowledge.bearers.findNeed('sendSmsOtp') !== undefined) return;
  await tryNewThenDeclared(t, 'sms', async () => {
    const trial = await tryBearers(
      t,
      'sendSmsOtp',
      (bearer) =>
        Promise.resolve(t.app.createOtpSendRequest('sms', t.getDestination('sms'), bearer)),
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

/** Tries a send to a new destination. If that send is rejected, tries the destination of a declared account. */
async function tryNewThenDeclared(
  t: Probing,
  channel: OtpChannel,
  trySend: () => Promise<boolean>,
): Promise<void> {
  const { identities } = t.ctx;
  if (await trySend()) return;
  if (!identities.stopGenerating(channel)) return;
  if (!(await trySend())) identities.resumeGenerating(channel);
}

/** Assumes that authenticate needs a bearer token, until another probe detects whether it does. */
function assumeForAuthenticate(t: Probing, operation: OperationId): void {
  t.ctx.knowledge.bearers.assumeNeeded(operation);
  applyFindings(t);
}

/** Lists the cheapest operations first. SMS sends come last: the number may also cause a refusal. */
const OPERATIONS_BY_COST: readonly OperationId[] = [
  'startWalletAuth',
  'authenticateWallet',
  'getUser',
  'addWalletToUser',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'authenticateSmsOtp',
  'sendSmsOtp',
];

/** Detects whether access tokens and sessions are accepted, with an operation that needs a bearer token. */
export const tokenKindsProbe = probe(['bearer.accepts'], async (t) => {
  const { bearers } = t.ctx.knowledge;
  const cheapest = OPERATIONS_BY_COST.find((operation) => bearers.findNeed(operation)?.isNeeded);
  if (cheapest === undefined || t.isDetected('bearer.accepts')) return;
  if (cheapest === 'sendSmsOtp') {
    const response = bearers.responses.get('session') ?? (await sendSmsWithSession(t));
    if (response !== null) bearers.responses.set('session', response);
  } else {
    await tryEachTokenKind(t, async (bearer) =>
      withBearer(await t.createValidRequest(cheapest), bearer),
    );
  }
  applyFindings(t);
});

/** Sends an SMS with a session, if necessary that of the owner (§5.7); returns null if it decides nothing. */
async function sendSmsWithSession(t: Probing): Promise<HttpResponse | null> {
  const number = t.getDestination('sms');
  const owner = findOwner(t, (phoneNumber) => phoneNumber === number);
  const user = owner ? await t.signInAs(owner.account) : await t.signInWithSession();
  const response = await sendSms(t, number, user.session);
  if (response.accepted || owner !== null) return response;
  const anyOwner = findOwner(t, () => true);
  if (anyOwner === null) {
    t.recordInconclusive(
      'bearer.accepts',
      `A send with a user session to a phone number without a user is rejected with ${response.status}. To detect whether the number must be the user's own, declare an account with privateKey and phoneNumber.`,
    );
    return null;
  }
  const { session } = await t.signInAs(anyOwner.account);
  const ownerResponse = await sendSms(t, anyOwner.phoneNumber, session);
  // Sessions are accepted, but not for the number of another user.
  if (ownerResponse.accepted) t.assume('otp.sms.bearerSession', 'mustMatch');
  return ownerResponse;
}

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

async function sendSms(t: Probing, number: string, session: string | null): Promise<HttpResponse> {
  const request = t.app.createOtpSendRequest('sms', number, session);
  const response = await t.dispatch(
    session === null ? request : withSessionOnly(request, session, t.dialect),
  );
  t.requireServiceResponse(response);
  return response;
}

export const bearersOfSendsProbes: ProbeGroup = {
  name: 'bearer tokens of sends',
  needs: ['identity.unknown'],
  sends: channels,
  probes: [emailBearerProbe, smsBearerProbe, tokenKindsProbe],
};
