/** Provides the steps of the probes for one-time passwords. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { toFields, findText, findUserMask } from '../responses/fields.ts';
import { readToken } from '../responses/session-token.ts';
import { NotTested, UnusableInput, createSettingError } from '../check-errors.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { RequestError } from '../target/request-errors.ts';
import type { Probing } from './define-probe.ts';
import { otpNames } from '../actors/operations.ts';

/** Sends a code; every send has the same destination and bearer token. */
export type Send = () => Promise<SentOtp>;

/** Returns a destination to which this run has sent no code; if there is none, a used destination. */
export function pickUnusedDestination(t: Probing, channel: OtpChannel): string {
  const used = new Set(t.ctx.ledger.entries.map(({ destination }) => destination));
  const first = t.getDestination(channel);
  if (!used.has(first)) return first;
  // If unknown identities are rejected, an unused destination must belong to an account, as `first` does.
  const belongsToAccount = (destination: string) => t.ctx.identities.belongsToAccount(destination);
  const needsAccount = !t.createsUsers && belongsToAccount(first);
  for (let count = 2; count <= used.size + 1; count += 1) {
    const found = tryDestinations(t, channel, count);
    const unused = found.find(
      (destination) => !used.has(destination) && (!needsAccount || belongsToAccount(destination)),
    );
    if (unused !== undefined) return unused;
    if (found.length === 0) break;
  }
  return first;
}

function tryDestinations(t: Probing, channel: OtpChannel, count: number): readonly string[] {
  try {
    return t.listDestinations(channel, count);
  } catch (error) {
    if (error instanceof NotTested) return [];
    throw error;
  }
}

/**
 * Returns a function that sends codes to an unused destination.
 *
 * @throws NotTested if a send is refused
 */
export async function createSender(t: Probing, channel: OtpChannel): Promise<Send> {
  const { app } = t;
  const destination = pickUnusedDestination(t, channel);
  const bearer = await t.prepareSendBearer(channel, app, destination);
  return async () => {
    const sent = await t.sendOtp(channel, destination, app, bearer);
    t.ctx.knowledge.observations.recordMask(channel, destination, sent.response);
    return sent;
  };
}

/** Returns the code of the last send; throws UnusableInput if the source never had one. */
export async function readCode(t: Probing, sent: SentOtp): Promise<string> {
  try {
    return await t.readCode(sent);
  } catch (error) {
    if (!(error instanceof RequestError) || t.ctx.ledger.hasReadCodes) throw error;
    throw new UnusableInput({ input: 'otpSource', reason: error.message });
  }
}

export async function submitCode(t: Probing, sent: SentOtp, code: string): Promise<HttpResponse> {
  const response = await t.sendToService(await t.createCodeSubmission(sent, code));
  recordResponse(t, sent, response);
  return response;
}

export function recordResponse(t: Probing, sent: SentOtp, response: HttpResponse): void {
  if (!response.accepted) return;
  const { app, channel, destination } = sent;
  const { observations } = t.ctx.knowledge;
  const session = findText(response.body, 'sessionJwt');
  const userId = findText(findUserMask(response.body), 'id');
  if (session !== null) observations.codeUser = { app, response, session, userId, wallet: null };
  observations.recordMask(channel, destination, response);
  observations.recordSignIn(response, channel === 'sms' ? destination : null);
}

/** Returns the value of `authenticateReturns` that a response shows; null if it fits no value. */
export function detectAuthenticateReturns(
  channel: OtpChannel,
  { body }: HttpResponse,
): string | null {
  const fields = toFields(body);
  if (fields === null) return null;
  const hasRecord = findText(body, otpNames[channel].recordId) !== null;
  if (findText(body, 'sessionJwt') !== null) return hasRecord ? 'sessionAndRecord' : 'session';
  if (fields['userMask'] !== undefined || Object.values(fields).some(isJwt)) return null;
  return hasRecord ? 'record' : 'empty';
}

/** Returns whether a value is a JWT: for another text, `readToken` returns the problem. */
function isJwt(value: unknown): boolean {
  return typeof value === 'string' && typeof readToken(value) !== 'string';
}

/** @throws NotTested without an OTP source, or if the body of authenticate is unknown (§5.4, §5.5) */
export function requireKnownRequest(t: Probing, channel: OtpChannel): void {
  if (t.ctx.ledger.source === null) throw createSettingError('--otp-source');
  t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
}
