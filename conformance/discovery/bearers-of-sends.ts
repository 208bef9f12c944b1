/** Detects whether a send needs a bearer token, and which kinds of tokens are accepted (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { hasWalletAndNumber } from '../declared-accounts.ts';
import { type HttpResponse, withBearer } from '../target/http-request.ts';
import { withSessionOnly } from '../target/session-place.ts';
import { recordNeed, tryBearers, tryEachTokenKind, applyFindings } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { otpOperations } from '../actors/operations.ts';

const createSendProbe = (channel: OtpChannel) =>
  probe([], async (t) => {
    const { bearers } = t.ctx.knowledge;
    const { send, authenticate } = otpOperations[channel];
    if (bearers.findNeed(send) !== undefined) return;
    await tryNewThenDeclared(t, channel, async () => {
      const { accepted, refusals } = await tryBearers(
        t,
        send,
        (bearer) => t.app.createOtpSendRequest(channel, t.getDestination(channel), bearer),
        // The session is tried below: it may have to be that of the owner of the number (§5.7).
        channel === 'sms' ? ['client'] : undefined,
      );
      if (accepted === null) {
        const response = channel === 'sms' ? await sendSmsWithSession(t) : null;
        if (!response?.accepted) return false;
        recordNeed(t, send, { kind: 'session', response }, refusals);
      }
      // Until another probe detects whether authenticate needs a bearer token.
      bearers.assumeNeeded(authenticate);
      applyFindings(t);
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
  const owners = t.ctx.identities.listAccounts().filter(hasWalletAndNumber);
  const owner = owners.find(({ phoneNumber }) => phoneNumber === number);
  const user = owner ? await t.signInAs(owner) : await t.signInWithSession();
  const response = await sendSms(t, number, user.session);
  if (response.accepted || owner !== undefined) return response;
  const [anyOwner] = owners;
  if (anyOwner === undefined) {
    t.recordInconclusive(
      'bearer.accepts',
      `A send with a user session to a phone number without a user is rejected with ${response.status}. To detect whether the number must be the user's own, declare an account with privateKey and phoneNumber.`,
    );
    return null;
  }
  const { session } = await t.signInAs(anyOwner);
  const ownerResponse = await sendSms(t, anyOwner.phoneNumber, session);
  // Sessions are accepted, but not for the number of another user.
  if (ownerResponse.accepted) t.assume('otp.sms.bearerSession', 'mustMatch');
  return ownerResponse;
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
  probes: [createSendProbe('email'), createSendProbe('sms'), tokenKindsProbe],
};
