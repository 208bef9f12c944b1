/** Sends valid OTP requests once per run, and provides unused codes for checks with wrong codes (§5.4, §5.5). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import { isMissingBearer } from '../responses/unauthorized.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createSettingError, describeRejection } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import { withField, type HttpRequest, type HttpResponse } from '../target/http-request.ts';
import { createBlockedError, type RequestError } from '../target/request-errors.ts';
import { memoizePerRun } from './memoize-per-run.ts';
import { otpNames, otpOperations } from '../actors/operations.ts';
import { isServerError } from '../target/response-kinds.ts';

export interface ValidSend {
  readonly request: HttpRequest;
  readonly destination: string;
  readonly response: HttpResponse;
}

export interface ValidAuthentication {
  readonly sent: SentOtp;
  readonly response: HttpResponse;
  /** Response to the same request again; null if the first was rejected. */
  readonly repeated: HttpResponse | null;
}

export interface SentCode {
  readonly sent: SentOtp;
  readonly code: string;
}

export const observeValidSend = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<ValidSend> => {
    const send = await sendToDestination(t, channel);
    t.requireServiceResponse(send.response);
    requireNoLimit(t, send);
    if (!mayBeUnknownUser(t, channel, send)) return send;
    const sendToAccount = await sendToDestination(t, channel, getAccountDestination(t, channel));
    requireNoLimit(t, sendToAccount);
    return sendToAccount;
  },
);

export const observeValidAuthentication = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<ValidAuthentication> => {
    t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
    // The code of the earlier send may have expired.
    const send = await sendToDestination(t, channel);
    t.requireServiceResponse(send.response);
    requireNoLimit(t, send);
    if (!mayBeUnknownUser(t, channel, send)) {
      const authentication = await authenticateWithCode(t, channel, send);
      const { response } = authentication;
      t.requireServiceResponse(response);
      if (!mayBeUnknownUser(t, channel, { ...send, response })) return authentication;
    }
    const sendToAccount = await sendToDestination(t, channel, getAccountDestination(t, channel));
    return authenticateWithCode(t, channel, sendToAccount);
  },
);

/** Returns whether an unknown identity may be the reason of a rejection (§5.6). */
function mayBeUnknownUser(
  t: Attempt,
  channel: OtpChannel,
  { response, destination }: ValidSend,
): boolean {
  if (response.accepted || isServerError(response)) return false;
  const field = otpNames[channel].destination;
  return !t.ctx.identities.listAccounts().some((account) => account[field] === destination);
}

/** Throws NotTested if a repeated send to a destination is rejected: a limit of sends is legal (§8). */
function requireNoLimit(t: Attempt, { response, destination }: ValidSend): void {
  const hasEarlierSend = t.ctx.ledger.entries.some((entry) => entry.destination === destination);
  if (response.accepted || isServerError(response) || !hasEarlierSend) return;
  throw new NotTested('needs more sends than the deployment accepts at a time', 'environment');
}

/** Sends to spellings of a destination, named by their descriptions; observes which are accepted. */
export async function observeSpellings(
  t: Attempt,
  channel: OtpChannel,
  respell: (destination: string) => Readonly<Record<string, string>>,
): Promise<void> {
  await t.ctx.requireWorking(otpOperations[channel].send);
  const request = await t.createSendRequest(channel);
  const field = otpNames[channel].destination;
  for (const [name, value] of Object.entries(respell(findText(request.body, field) ?? ''))) {
    const response = await t.dispatch(withField(request, field, value));
    t.requireServiceResponse(response);
    const outcome = response.accepted ? 'accepted' : `rejected with ${response.status}`;
    t.observe(`${name} is ${outcome}`, response);
  }
}

function getAccountDestination(t: Attempt, channel: OtpChannel): string {
  const { destination: name } = otpNames[channel];
  const [declared] = t.ctx.identities.listUnrestricted().flatMap((account) => account[name] ?? []);
  if (declared === undefined) throw createSettingError(`accounts[].${name}`);
  return declared;
}

async function authenticateWithCode(
  t: Attempt,
  channel: OtpChannel,
  send: ValidSend,
): Promise<ValidAuthentication> {
  const { sent, code } = await readSentCode(t, channel, send);
  const response = await submitSentCode(t, sent, code);
  const repeated = response.accepted ? await t.send(response.request) : null;
  return { sent, response, repeated };
}

function requireBearerToken(t: Attempt, request: HttpRequest, setting: string): void {
  if (isMissingBearer(request, t.dialect)) throw createSettingError(setting);
}

/** Submits a code. If the source returned an earlier code, submits the newer code too. */
async function submitSentCode(t: Attempt, sent: SentOtp, code: string): Promise<HttpResponse> {
  const request = await t.createCodeSubmission(sent, code);
  requireBearerToken(t, request, 'accessToken');
  const response = await t.send(request);
  const { identities, ledger } = t.ctx;
  // A declared destination may have received codes before this run.
  const mayHaveEarlierCode =
    identities.usesDeclaredDestinations || identities.belongsToAccount(sent.destination);
  if (response.accepted || !mayHaveEarlierCode || !ledger.hasNewCodePerSend) return response;
  const laterCode = await t.readCode(sent);
  return laterCode === code ? response : t.send(await t.createCodeSubmission(sent, laterCode));
}

/** Sends another code and uses it; concurrent callers wait. */
export async function authenticateAgain(
  t: Attempt,
  { channel, destination }: SentOtp,
  app: App,
  tokenSetting: string,
): Promise<HttpResponse> {
  return t.ctx.identities.runExclusively(destination, async () => {
    const sent = await t.sendOtp(channel, destination, app);
    const request = await t.createCodeSubmission(sent);
    requireBearerToken(t, request, tokenSetting);
    return t.send(request);
  });
}

/** Sends a code that stays unused. Checks divide wrong codes between two of these: too many may lock a code (§8). */
export const sendUnusedCode = memoizePerRun(
  async (t: Attempt, channel: OtpChannel, which: 'first' | 'second'): Promise<SentCode> => {
    t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
    const destination = t.getDestination(channel, which === 'first' ? 0 : 1);
    return readSentCode(t, channel, await sendToDestination(t, channel, destination));
  },
);

async function sendToDestination(
  t: Attempt,
  channel: OtpChannel,
  destination = t.getDestination(channel),
): Promise<ValidSend> {
  const request = await t.createSendRequest(channel, destination);
  return { request, destination, response: await t.sendAndRecord(request, channel, destination) };
}

async function readSentCode(
  t: Attempt,
  channel: OtpChannel,
  { response, destination }: ValidSend,
): Promise<SentCode> {
  const sent = t.toSentOtp(response, { app: t.app, channel, destination });
  return { sent, code: await t.readCode(sent) };
}

/** @throws NotTested if a response is a rejection, which another check reports; RequestError if it was blocked */
export function requireAccepted(...responses: readonly HttpResponse[]): void {
  const rejection = responses.find(({ accepted }) => !accepted);
  if (rejection !== undefined) throw createNotAcceptedError(rejection);
}

export function createNotAcceptedError(response: HttpResponse): NotTested | RequestError {
  if (response.blockedBy !== null) return createBlockedError(response);
  return new NotTested(describeRejection(response), 'contract');
}

/** @throws NotTested if a send by the client would add the number to the user of its bearer token (§5.7) */
export function requireUnassignedNumber(t: Attempt, app: App): void {
  if (usesAccessToken(t, app) || t.dialect.otp.sms.bearerSession !== 'addsPhone') return;
  throw createSettingError('secondClient.accessToken');
}

/** Returns whether a send has a session that may assign the number to the user of the session (§5.7). */
export function mayAssignNumberToUser(t: Attempt, channel: OtpChannel): boolean {
  if (channel !== 'sms' || usesAccessToken(t, t.app)) return false;
  return t.dialect.otp.sms.bearerSession !== 'ignored';
}

/** Returns whether the bearer token of SMS sends by the client is its access token, not a session. */
function usesAccessToken({ dialect }: Attempt, { credentials }: App): boolean {
  return dialect.bearer.accepts.includes('client') && credentials.accessToken !== null;
}
