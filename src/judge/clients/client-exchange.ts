/** The input of the rules of the client report: an exchange with its secrets; it is never stored. */
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import { otpFields } from '../../contract/wire/one-time-password.ts';
import { getPath } from '../../http/request-head.ts';
import { REDACTED } from '../../redaction/marker.ts';
import { createRequestRedactor } from '../../redaction/request-redactor.ts';
import { shorten } from '../../reporting/text/visible-text.ts';
import { findToken } from '../bearer.ts';
import type { SandboxExchange } from '../exchange.ts';
import { OTP_OPERATIONS } from '../memory.ts';
import { findText } from '../body-fields.ts';

export interface ClientExchange extends SandboxExchange {
  /** Sequence number in the journal. */
  readonly number: number;
  /** The client id in the header, even with a wrong secret; null if the workspace has no such client. */
  readonly clientId: string | null;
  /** Positions in the sequence of all starts and ends of requests. */
  readonly startOrder: number;
  readonly endOrder: number;
  /** Whether the client seems to wait for each response before its next request. */
  readonly isSequential: boolean;
  /** The identity of the wallet that the request names (§2.2). */
  readonly wallet: string | undefined;
  readonly challengeMistake: ChallengeMistake | undefined;
  readonly walletMistake: WalletMistake | undefined;
}

/** The mistake with the challenge that a request signs. */
export type ChallengeMistake = 'notStarted' | 'reused' | 'outdated' | 'altered';

/** A mistake in a sign-in, found in the records of the browser wallet. */
export type WalletMistake = 'otherSignature' | 'rejected' | 'otherChallenge' | 'otherChain';

/** Observes the requests of one client in order. Returns a message for each request that violates the rule. */
export type Watcher = (exchange: ClientExchange) => string | undefined;

/** Rules that a request can violate. Each function creates the watcher of a client. */
export type Watchers = { readonly [Id in ClientRuleId]?: () => Watcher };

/** Returns the request line and the description if the rule is violated: `POST /v1/... has no Accept header.` */
export function createMessageIf(
  isViolated: boolean,
  exchange: SandboxExchange,
  description: string,
): string | undefined {
  return isViolated ? `${formatRequestLine(exchange)} ${description}.` : undefined;
}

/** The maximum length of text from a request in a message. */
const MAX_LENGTH = 80;

/** Returns method and path of the operation; for an unknown operation, method and path of the request. */
export function formatRequestLine(exchange: SandboxExchange): string {
  const { operationId, contract, method, url } = exchange;
  const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
  return operation === undefined
    ? `${method} ${shorten(createRequestRedactor(exchange).redactPath(getPath(url)), MAX_LENGTH)}`
    : `${method} ${operation.path}`;
}

/** Returns a text from a request for a message: short, and with possible secrets replaced. */
export function redactValue(exchange: SandboxExchange, text: string): string {
  const redacted = createRequestRedactor(exchange)
    .redactText(text)
    .replaceAll(/\d{4,}/g, REDACTED);
  return shorten(redacted, MAX_LENGTH);
}

/** Returns the last characters of the token of a request: enough to identify it, but not to use it. */
export function findTokenSuffix(exchange: SandboxExchange): string | undefined {
  const token = findToken(exchange);
  return token === undefined ? undefined : getTokenSuffix(token);
}

export function getTokenSuffix(token: string): string {
  return token.slice(-24);
}

export function isWalletRequest({ operationId }: Pick<SandboxExchange, 'operationId'>): boolean {
  return (
    operationId === 'startWalletAuth' ||
    operationId === 'authenticateWallet' ||
    operationId === 'addWalletToUser'
  );
}

/** Returns channel, record id and destination of a request that tries a one-time password (§4.5, §4.7). */
export function findOtpRecord({ operationId, body }: SandboxExchange): string | undefined {
  const otp = operationId && OTP_OPERATIONS[operationId];
  if (otp?.step !== 'authenticate') return undefined;
  const { recordId, destination } = otpFields[otp.channel];
  return `${otp.channel} ${findText(body, recordId) ?? ''} ${findText(body, destination) ?? ''}`;
}

/** When a request was sent: `at` by the workspace clock, `startedAt` by the wall clock. */
export type Moment = Pick<SandboxExchange, 'at' | 'startedAt'>;

/** When the response to a request was sent. */
export type RespondedAt = Moment & Pick<ClientExchange, 'endOrder' | 'connection'>;

export function toRespondedAt(exchange: ClientExchange): RespondedAt {
  const { at, startedAt, durationMs, endOrder, connection } = exchange;
  return { at: at + durationMs, startedAt: startedAt + durationMs, endOrder, connection };
}

/** The maximum time for which a response is in transit to the client, in milliseconds. */
const MAX_TRANSIT_TIME = 250;

/** Returns whether the client had received a response before it sent another request. */
export function hadReceived(response: RespondedAt, exchange: ClientExchange): boolean {
  if (response.endOrder >= exchange.startOrder) return false;
  // The client uses a connection again only after the previous response has arrived.
  if (exchange.isSequential && response.connection === exchange.connection) return true;
  return measurePause(response, exchange) >= MAX_TRANSIT_TIME;
}

/**
 * Returns the milliseconds between two requests, by real time or workspace time, whichever is longer: a
 * workspace clock that is frozen or moved is not a mistake of the client.
 */
export function measurePause(earlier: Moment, later: Moment): number {
  return Math.max(later.startedAt - earlier.startedAt, later.at - earlier.at);
}
