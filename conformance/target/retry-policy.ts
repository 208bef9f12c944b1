/**
 * Defines when a request is repeated: the condition, the number of tries, the pause, and the result if the
 * condition persists. The server did not process a request that it asked to postpone (RFC 6585, section 4;
 * RFC 9110, section 10.2.3). After a broken connection, the server may have processed the request: the
 * attempt is then inconclusive.
 */
import { Breakdown } from '../check-errors.ts';
import { parseMediaType } from '../responses/json-response.ts';
import type { HttpRequest, HttpResponse } from './http-request.ts';
import {
  isGatewayError,
  isLimit,
  mayBeLock,
  isTimeout,
  describeLimit,
  parseRetryAfter,
  isServerError,
} from './response-kinds.ts';
import { RequestError } from './request-errors.ts';

/** Shows whether an error concerns one request, one operation or the whole deployment. */
export interface Diagnostics {
  /** Returns whether a valid request to this or another operation succeeds now. */
  isAlive(): Promise<boolean>;
  /** Returns whether a valid request to this operation succeeds now. */
  succeeds(): Promise<boolean>;
  /** Returns whether a valid request to this operation succeeds within a few seconds. */
  recovers(): Promise<boolean>;
  isOperationUnavailable(): boolean;
  isReadOfNewUser(): boolean;
}

export interface LastTry<Result extends HttpResponse | RequestError = HttpResponse | RequestError> {
  readonly request: HttpRequest;
  readonly result: Result;
  /** The statuses of all tries; null for a try without a response. */
  readonly statuses: readonly (number | null)[];
  /** Whether connections are refused since a connection broke. */
  readonly isDown: boolean;
  /** Whether the deployment itself, rather than a gateway, returns errors as HTML pages. */
  readonly refusalsAreHtml: boolean;
  /** Timeout of a response, in milliseconds. */
  readonly timeout: number;
  /** Number of failed tries from which on the request is probably the cause, given the failures of the whole run. */
  readonly failuresNeeded: number;
  readonly sending: Sending;
}

export interface Sending {
  readonly sender: string;
  /** Null for a request that is itself part of the diagnostics. */
  readonly diagnostics: Diagnostics | null;
  record(response: HttpResponse): void;
}

export interface Condition<Result extends HttpResponse | RequestError> {
  holds(lastTry: LastTry<Result>): boolean;
  getMaxTries(lastTry: LastTry<Result>): number;
  /** Returns the pause before the next try in milliseconds; default: 60, doubled each time. */
  pause?(lastTry: LastTry<Result>, count: number): number | null;
  /** Whether other checks may use the slot of this check during the pause. */
  readonly releasesSlot?: true;
  /** Returns why later failures are inconclusive: the request may have had an effect. Null if it had none. */
  explainInconclusive?(lastTry: LastTry<Result>): string | null;
  /** Like `explainInconclusive`, but applies only when a later try no longer fulfils the condition. */
  explainInconclusiveAfterwards?(laterTry: Pick<LastTry, 'request' | 'statuses'>): string;
  /** Throws if another try is pointless; `count` is the number of tries so far. */
  assertRetryUseful?(
    lastTry: LastTry<Result>,
    diagnostics: Diagnostics,
    count: number,
  ): Promise<void>;
  /** Whether each response is evidence, and the request is repeated even if the run cannot wait. */
  readonly countsAsResponse?: true;
  /** Returns the result; default: the last result. `triedAll` is false if the run cannot wait for another try. */
  getResult?(lastTry: LastTry<Result>, triedAll: boolean): HttpResponse | Error;
}

const MAX_TRIES = 5;
/** The first pause between tries, in milliseconds. */
export const FIRST_PAUSE = 60;
/** The longest pause between tries without a response of the service. */
const LONGEST_PAUSE = 500;
/** Number of failures before the request counts as their cause, if `failuresNeeded` is smaller. */
const MIN_FAILURES_NEEDED = 4;
/** Number of failures after which a valid request must succeed before each further try. */
const TRIES_WITHOUT_CONTROL = 2;
/** Number of timeouts after which a valid request must succeed before each further try. */
const TIMEOUTS_WITHOUT_CONTROL = 2;
/** If other requests succeed, the deployment is the cause after this many timeouts. */
const TIMEOUTS_NEEDED = 4;
/** Pause in milliseconds between tries while a crashed deployment restarts. */
const RESTART_PAUSE = 500;
/** Number of server errors after which a 5xx counts as the response of the deployment. */
export const SERVER_ERRORS_NEEDED = 3;
const PAUSE_BETWEEN_SERVER_ERRORS = 120;
/** Time in milliseconds until a new user must be visible. */
export const UNTIL_VISIBLE = 2000;
const PAUSES_UNTIL_VISIBLE = 8;

/**
 * Statuses that usually come from intermediaries, for a request that did not reach the service: redirects
 * to a sign-in page, and a request timeout (RFC 9110, section 15.5.9). A status that is repeated often
 * enough counts as the response of the service.
 */
export const INTERMEDIARY_STATUSES = new Set([302, 303, 307, 408]);
const REPEATS_NEEDED = 4;

const UNSENT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Returns whether no connection was opened, so that the request was not sent. */
export function wasNotSent({ code }: RequestError): boolean {
  return code !== null && UNSENT_ERRORS.has(code);
}

function explainLostResponse({ result }: LastTry<RequestError>): string | null {
  return wasNotSent(result) ? null : result.message;
}

/** If a request repeatedly gets no response while valid requests succeed, the request itself is the cause. */
const persistentFailure = {
  getMaxTries: ({ failuresNeeded, sending: { diagnostics } }: LastTry) =>
    diagnostics === null ? MAX_TRIES : Math.max(failuresNeeded, MIN_FAILURES_NEEDED),
  pause: (_lastTry: LastTry, count: number) =>
    Math.min(FIRST_PAUSE * 2 ** (count - 1), LONGEST_PAUSE),
  async assertRetryUseful(lastTry: LastTry, diagnostics: Diagnostics, count: number) {
    if (count >= TRIES_WITHOUT_CONTROL && !(await diagnostics.recovers()))
      throw toRequestError(lastTry);
  },
  getResult(lastTry: LastTry, triedAll: boolean): Error {
    const { request, result, sending } = lastTry;
    if (sending.diagnostics === null || !triedAll) return toRequestError(lastTry);
    const failure = result instanceof RequestError ? 'a broken connection' : String(result.status);
    return new Breakdown(
      `expected a response to ${request.method} ${request.path}, got ${failure} repeatedly, while valid requests succeed`,
      result.exchange,
    );
  },
};

function toRequestError({ request, result }: LastTry): RequestError {
  return result instanceof RequestError
    ? result
    : new RequestError(`${request.method} ${request.path} returns ${result.status}`);
}

/** Conditions for a missing response; the first that holds applies. */
export const NO_RESPONSE_CONDITIONS: readonly Condition<RequestError>[] = [
  {
    // Repeats until the deployment has restarted or the run cannot wait any longer.
    holds: ({ isDown }) => isDown,
    getMaxTries: () => Infinity,
    pause: () => RESTART_PAUSE,
    explainInconclusive: explainLostResponse,
  },
  {
    holds: ({ result }) => isTimeout(result),
    getMaxTries: ({ sending: { diagnostics } }) =>
      diagnostics === null ? TIMEOUTS_WITHOUT_CONTROL : TIMEOUTS_NEEDED,
    explainInconclusive: explainLostResponse,
    async assertRetryUseful({ result }, diagnostics, count) {
      if (count >= TIMEOUTS_WITHOUT_CONTROL && !(await diagnostics.succeeds())) throw result;
    },
    getResult: (
      { request: { method, path }, result, timeout, sending: { diagnostics } },
      triedAll,
    ) =>
      diagnostics === null || !triedAll
        ? result
        : new Breakdown(
            `expected a response to ${method} ${path} within ${timeout} ms, got none repeatedly, while valid requests succeed`,
            result.exchange,
          ),
  },
  {
    holds: ({ result }) => !result.isTemporary || wasNotSent(result),
    getMaxTries: ({ result }) => (result.isTemporary ? MAX_TRIES : 1),
    explainInconclusive: explainLostResponse,
  },
  { holds: () => true, explainInconclusive: explainLostResponse, ...persistentFailure },
];

/** Conditions for a response that may not be a decision of the service; the first that holds applies. */
export const UNCLEAR_RESPONSE_CONDITIONS: readonly Condition<HttpResponse>[] = [
  {
    holds: ({ result }) => isGatewayError(result) && parseRetryAfter(result) !== null,
    getMaxTries: () => MAX_TRIES,
    pause: ({ result }) => parseRetryAfter(result),
    getResult: toRequestError,
  },
  {
    holds: ({ result }) => isGatewayError(result),
    explainInconclusive: ({ request, result }) =>
      `${result.status} to ${request.method} ${request.path}`,
    ...persistentFailure,
  },
  {
    holds: ({ result }) => isLimit(result),
    getMaxTries: ({ result }) => {
      if (parseRetryAfter(result) !== null) return MAX_TRIES;
      return mayBeLock(result) ? 2 : 3;
    },
    pause: ({ result }) => parseRetryAfter(result),
    releasesSlot: true,
    getResult: ({ result }) => ({ ...result, blockedBy: describeLimit(result) }),
  },
  {
    holds: ({ result, statuses }) =>
      INTERMEDIARY_STATUSES.has(result.status) && !isRepeated(statuses),
    getMaxTries: () => MAX_TRIES,
    getResult: ({ request, result, statuses }, triedAll) =>
      triedAll
        ? new RequestError(
            `${request.method} ${request.path} alternates between ${formatStatuses(statuses, ', ')}`,
          )
        : result,
  },
  {
    holds: ({ result: { status, headers }, refusalsAreHtml }) =>
      status === 403 &&
      !refusalsAreHtml &&
      parseMediaType(headers['content-type'] ?? '') === 'text/html',
    getMaxTries: () => 1,
    getResult: ({ result }) => ({
      ...result,
      blockedBy: '403 with an HTML page, probably from a gateway',
    }),
  },
  {
    // A server error counts as a response only if it persists while other requests succeed.
    holds: ({ result, sending: { diagnostics } }) =>
      isServerError(result) && diagnostics !== null && !diagnostics.isOperationUnavailable(),
    getMaxTries: () => SERVER_ERRORS_NEEDED,
    pause: (_lastTry, count) => PAUSE_BETWEEN_SERVER_ERRORS * count,
    explainInconclusiveAfterwards: ({ request, statuses }) =>
      `${request.method} ${request.path} returns ${formatStatuses(statuses, ', then ')}`,
    async assertRetryUseful({ request, result }, diagnostics) {
      if (await diagnostics.isAlive()) return;
      throw new RequestError(
        `${request.method} ${request.path} returns ${result.status}, and no other request succeeds`,
      );
    },
    countsAsResponse: true,
  },
  {
    // A user who just signed in may not be visible yet (eventual consistency).
    holds: ({ result, sending: { diagnostics } }) =>
      result.status === 404 && diagnostics?.isReadOfNewUser() === true,
    getMaxTries: () => PAUSES_UNTIL_VISIBLE + 1,
    pause: () => UNTIL_VISIBLE / PAUSES_UNTIL_VISIBLE,
    countsAsResponse: true,
  },
];

function formatStatuses(statuses: readonly (number | null)[], separator: string): string {
  return statuses.map((status) => status ?? 'no response').join(separator);
}

function isRepeated(statuses: readonly (number | null)[]): boolean {
  const latest = statuses.slice(-REPEATS_NEEDED);
  return latest.length === REPEATS_NEEDED && new Set(latest).size === 1;
}
