/** Detects which operations need a bearer token, after other probes have detected valid requests (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import { needsSession } from '../../src/dialect/bearer-use.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import { type HttpRequest, type HttpResponse, withBearer } from '../target/http-request.ts';
import { listAvailableTokens, tryBearers, applyFindings } from './bearer-kinds.ts';
import { tokenKindsProbe } from './bearers-of-sends.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { hasBearer } from './memory.ts';
import { deriveUnusedId } from './otp-request.ts';
import { decideStatus, decideStatusByRequest } from './refusal-status.ts';
import { otpOperations, otpNames, allOperations, channels } from '../actors/operations.ts';
import { requireUserId } from '../actors/signed-in.ts';

/** Returns a probe that repeats an operation without a bearer token, if only requests with a token succeeded. */
const createRetryProbe = (operation: OperationId) =>
  probe([], async (t) => {
    const { bearers, memory } = t.ctx.knowledge;
    const allAccepted = memory.listAccepted(operation);
    const [accepted] = allAccepted;
    if (bearers.findNeed(operation) !== undefined || accepted === undefined) return;
    if (needsSession(operation, t.dialect)) return;
    const withoutBearer =
      allAccepted.find((response) => !hasBearer(response)) ??
      (await submitUnusedCode(t, operation)) ??
      (await sendWithoutBearer(t, await t.createValidRequest(operation)));
    if (withoutBearer.accepted) bearers.recordNotNeeded(operation, withoutBearer);
    else {
      bearers.recordNeeded(operation, withoutBearer);
      const kind = listAvailableTokens(t).find(({ bearer }) => isSentIn(accepted, bearer))?.kind;
      bearers.responses.set(kind ?? 'session', accepted);
    }
    applyFindings(t);
  });

async function sendWithoutBearer(t: Probing, request: HttpRequest): Promise<HttpResponse> {
  return t.sendToService(withBearer(request, null));
}

function isSentIn({ request }: HttpResponse, bearer: string): boolean {
  return request.headers['authorization'] === `Bearer ${bearer}`;
}

/** Submits an unused code without a bearer token; null without a code, or if it is also rejected with a token. */
async function submitUnusedCode(t: Probing, operation: OperationId): Promise<HttpResponse | null> {
  const channel = channels.find((name) => otpOperations[name].authenticate === operation);
  const sent = channel && findOnlySend(t, channel);
  if (!sent) return null;
  const request = await t.createCodeSubmission(sent);
  const withoutBearer = await sendWithoutBearer(t, request);
  if (withoutBearer.accepted) return withoutBearer;
  const withToken = await t.sendToService(request);
  return withToken.accepted ? withoutBearer : null;
}

/** Returns an accepted send if it is the only send to its destination; its code may already be used. */
function findOnlySend(t: Probing, channel: OtpChannel): SentOtp | null {
  const [response] = t.ctx.knowledge.memory.listAccepted(otpOperations[channel].send);
  const destination = findText(response?.request.body, otpNames[channel].destination);
  if (response === undefined || destination === null) return null;
  const sends = t.ctx.ledger.entries.filter((entry) => entry.destination === destination);
  return sends.length > 1 ? null : t.toSentOtp(response, { app: t.app, channel, destination });
}

/** Detects whether a user read by id needs a bearer token (§4.8); a read by session always does. */
export const readBearerProbe = probe([], async (t) => {
  if (!t.isDetected('user.path') || !t.isDetected('user.identifiedBy')) return;
  if (t.ctx.knowledge.bearers.findNeed('getUser') !== undefined) return;
  if (needsSession('getUser', t.dialect)) return;
  const user = await t.signInWithSession();
  await tryBearers(t, 'getUser', (bearer) => {
    const isSession = bearer !== null && bearer !== t.app.credentials.accessToken;
    return t.app.createUserReadRequest(isSession ? user.session : bearer, user.userId);
  });
});

const requiredOnProbe = probe(['bearer.requiredOn'], async (t) => {
  const { bearers } = t.ctx.knowledge;
  const undetected = allOperations.filter(
    (operation) => mustBeInRequiredOn(t, operation) === undefined,
  );
  const needed = allOperations.filter((operation) => mustBeInRequiredOn(t, operation) === true);
  if (undetected.length > 0) {
    const observation =
      needed.length > 0 ? `Required by ${needed.join(', ')}.` : 'No operation requires it.';
    t.recordInconclusive(
      'bearer.requiredOn',
      `${observation} Not detected for ${undetected.join(', ')}.`,
    );
    return;
  }
  const [decisiveNeed] = [...needed, ...allOperations].flatMap(
    (name) => bearers.findNeed(name) ?? [],
  );
  t.decide('bearer.requiredOn', needed, decisiveNeed?.response ?? null);
});

/** The keys that decide whether a bearer token identifies the user of an operation. */
const IDENTIFYING_KEYS: Readonly<Partial<Record<OperationId, string>>> = {
  getUser: 'user.identifiedBy',
  addWalletToUser: 'identity.addWalletTarget',
};

/** Returns whether the operation needs a bearer token for another reason than to identify the user; undefined if
 * this is not detected. */
function mustBeInRequiredOn(t: Probing, operation: OperationId): boolean | undefined {
  const key = IDENTIFYING_KEYS[operation];
  if (key !== undefined && !t.isDetected(key)) return undefined;
  if (needsSession(operation, t.dialect)) return false;
  return t.ctx.knowledge.bearers.findNeed(operation)?.isNeeded;
}

const statusProbe = probe(['errors.status.bearer'], async (t) => {
  const { bearers } = t.ctx.knowledge;
  const refusal = allOperations
    .map((operation) => bearers.findNeed(operation))
    .find((need) => need?.isNeeded);
  if (refusal !== undefined) return decideStatus(t, 'bearer', refusal.response);
  const sessionOperation = (['getUser', 'addWalletToUser'] as const).find(
    (operation) => mustBeInRequiredOn(t, operation) === false && needsSession(operation, t.dialect),
  );
  const request = await t.createValidRequest(sessionOperation ?? 'addWalletToUser');
  // If the operation needs no session, a request without a token may be valid, so the probe sends an invalid token.
  const bearer = sessionOperation === undefined ? 'invalid' : null;
  await decideStatusByRequest(t, 'bearer', withBearer(request, bearer));
});

const unknownUserProbe = probe(['errors.status.identityUnknown'], async (t) => {
  const key = 'errors.status.identityUnknown';
  if (t.isDetected(key) || !t.isDetected('user.identifiedBy') || !t.isDetected('user.path')) return;
  if (t.dialect.user.identifiedBy === 'bearerSession') return;
  const user = await t.signInWithSession();
  const userId = deriveUnusedId(requireUserId(user), t.ctx.unknownIds.next('unknown user'));
  await decideStatusByRequest(t, 'identityUnknown', t.createReadRequest({ ...user, userId }));
});

export const bearerProbes: ProbeGroup = {
  name: 'bearer tokens',
  needs: ['otp.sms.codeField', 'otp.email.codeField', 'session.algorithm'],
  probes: [
    createRetryProbe(otpOperations.sms.authenticate),
    createRetryProbe(otpOperations.email.authenticate),
    tokenKindsProbe,
    requiredOnProbe,
    statusProbe,
    unknownUserProbe,
  ],
};
