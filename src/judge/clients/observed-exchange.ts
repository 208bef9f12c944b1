/** An exchange as the rules of the client report see it, secrets included; it is never stored. */
import { otpFields } from '../../contract/wire/one-time-password.ts';
import { readPlacedSession } from '../../contract/wire/session-place.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import { bearerToken, pathOf } from '../../http/request-head.ts';
import { REDACTED } from '../../redaction/marker.ts';
import { shortened } from '../../reporting/words/visible-text.ts';
import { propertyOf, textIn, walletIn } from '../named-in-body.ts';
import { headerOf } from '../exchange.ts';
import type { SandboxExchange } from '../exchange.ts';
import { requestRedactor } from '../../redaction/request-redactor.ts';

export interface ObservedExchange extends SandboxExchange {
  /** Its number in the journal. */
  readonly number: number;
  /** The client of the workspace that it names, whether or not its secret is correct; else null. */
  readonly clientId: string | null;
  /** Places in the one order that all beginnings and ends have. */
  readonly began: number;
  readonly ended: number;
  /** The identity of the wallet that it names (§2.2). */
  readonly wallet: string | undefined;
  readonly challengeSlip: ChallengeSlip | undefined;
  readonly walletSlip: WalletSlip | undefined;
}

/** What the report finds out about a request, beside what the request is. */
export type Found = Omit<ObservedExchange, keyof SandboxExchange> &
  Pick<ObservedExchange, 'clientId'>;

/** Puts the two together; spread syntax would be several times as slow, on the path of every request. */
export function observedExchange(exchange: SandboxExchange, found: Found): ObservedExchange {
  return {
    at: exchange.at,
    startedAt: exchange.startedAt,
    durationMs: exchange.durationMs,
    contract: exchange.contract,
    clients: exchange.clients,
    operationId: exchange.operationId,
    userId: exchange.userId,
    outcome: exchange.outcome,
    details: exchange.details,
    slip: exchange.slip,
    signedIn: exchange.signedIn,
    bearer: exchange.bearer,
    fault: exchange.fault,
    faultCause: exchange.faultCause,
    chaos: exchange.chaos,
    shownAt: exchange.shownAt,
    method: exchange.method,
    url: exchange.url,
    rawHeaders: exchange.rawHeaders,
    headers: exchange.headers,
    body: exchange.body,
    bodyOmitted: exchange.bodyOmitted,
    status: exchange.status,
    responseHeaders: exchange.responseHeaders,
    responseBody: exchange.responseBody,
    number: found.number,
    clientId: found.clientId,
    began: found.began,
    ended: found.ended,
    wallet: found.wallet,
    challengeSlip: found.challengeSlip,
    walletSlip: found.walletSlip,
  };
}

/** The mistake with the challenge that a request signs. */
export type ChallengeSlip = 'notStarted' | 'reused' | 'outdated' | 'altered';

/** The mistake of a sign-in, compared with the records of the wallet in the browser. */
export type WalletSlip = 'otherSignature' | 'rejected' | 'otherChallenge' | 'otherChain';

/** Returns the session or access token of a request; undefined if there is none. */
export function bearerOf(
  exchange: Pick<SandboxExchange, 'headers' | 'contract'>,
): string | undefined {
  const session = readPlacedSession(exchange.headers, exchange.contract.dialect);
  return session ?? bearerToken(headerOf(exchange, 'authorization'));
}

/** Whether there was a body, JSON or not. */
export function hasBody({ body, bodyOmitted }: SandboxExchange): boolean {
  return body !== undefined || bodyOmitted !== undefined;
}

/** Returns a field of the body; undefined if there is none. */
export function fieldOf({ body }: Pick<SandboxExchange, 'body'>, name: string): unknown {
  return propertyOf(body, name);
}

/** A field of the body that is a text. */
export function textOf(exchange: Pick<SandboxExchange, 'body'>, name: string): string | undefined {
  return textIn(exchange.body, name);
}

/** A field of the response. */
export function responseField({ responseBody }: SandboxExchange, name: string): unknown {
  return propertyOf(responseBody, name);
}

/** The identity of the wallet that a request names (§2.2). */
export function walletOf({ body, contract }: SandboxExchange): string | undefined {
  return walletIn(body, contract.dialect);
}

export function takesWallet({ operationId }: SandboxExchange): boolean {
  return (
    operationId === 'startWalletAuth' ||
    operationId === 'authenticateWallet' ||
    operationId === 'addWalletToUser'
  );
}

/** The channel whose one-time password a request tries (§4.5, §4.7). */
export function channelTried({ operationId }: SandboxExchange): OtpChannel | undefined {
  if (operationId === 'authenticateSmsOtp') return 'sms';
  return operationId === 'authenticateEmailOtp' ? 'email' : undefined;
}

/** The record or destination that a request with a one-time password names. */
export function recordTried(exchange: SandboxExchange): string | undefined {
  const channel = channelTried(exchange);
  if (channel === undefined) return undefined;
  const { recordId, destination } = otpFields[channel];
  return `${channel} ${textOf(exchange, recordId) ?? ''} ${textOf(exchange, destination) ?? ''}`;
}

/** `POST /v1/auth/cryptoWallet:start`, as the contract has it; without an operation what was sent. */
export function lineOf(exchange: SandboxExchange): string {
  const { operationId, contract, method, url } = exchange;
  const operation = contract.operations.find((each) => each.operationId === operationId);
  return operation === undefined
    ? `${method} ${shortened(requestRedactor(exchange).path(pathOf(url)), LONGEST)}`
    : `${method} ${operation.path}`;
}

const LONGEST = 80;

/** What a client has sent, for people: short, and with whatever could be a secret replaced. */
export function shown(exchange: SandboxExchange, text: string): string {
  return shortened(
    requestRedactor(exchange)
      .text(text)
      .replaceAll(/\d{4,}/g, REDACTED),
    LONGEST,
  );
}

/** When a client got its response. */
export type RespondedAt = Moment & Pick<ObservedExchange, 'ended'>;

export function respondedAt({ at, startedAt, durationMs, ended }: ObservedExchange): RespondedAt {
  return { at: at + durationMs, startedAt: startedAt + durationMs, ended };
}

/** Milliseconds in which a client may not have received a response yet, because of network and queues. */
const ON_THE_WAY = 250;

/** Whether a client knew a response when it called; not where the two requests may have run side by side. */
export function knew(answered: RespondedAt, exchange: ObservedExchange): boolean {
  return answered.ended < exchange.began && pauseBetween(answered, exchange) >= ON_THE_WAY;
}

/** An instant, by both clocks. */
export type Moment = Pick<SandboxExchange, 'at' | 'startedAt'>;

/**
 * Returns the milliseconds between two requests, by the clock that advanced more: a workspace clock that is
 * frozen or moved is no mistake of the client.
 */
export function pauseBetween(earlier: Moment, later: Moment): number {
  return Math.max(later.startedAt - earlier.startedAt, later.at - earlier.at);
}
