/**
 * When a request is sent again: what happened, how often, after which pause, and what it means if it persists.
 *
 * A request that the server asked to postpone was not processed (RFC 6585, section 4; RFC 9110, section
 * 10.2.3). After a broken connection this is unknown: the attempt is then tainted, and later failures prove
 * nothing.
 */
import { Breakdown } from '../outcomes.ts';
import type { HttpRequest, Reply } from './http-request.ts';
import { isGatewayError, isLimit, isLock, isTimeout, limitOf, retryAfter } from './reply-kinds.ts';
import { Trouble } from './trouble.ts';

/** What the rest of the run knows of the deployment. */
export interface Evidence {
  /** Whether a valid request of the operation, or else of another one, succeeds just now. */
  isAlive(): Promise<boolean>;
  /** Whether a valid request of the operation succeeds just now. */
  succeeds(): Promise<boolean>;
  /** Whether the operation alone returns server errors, and others succeed. */
  isOutOfOrder(): boolean;
  /** Whether the request reads a user who signed in a moment ago. */
  readsNewUser(): boolean;
}

/** How a request ended. */
export interface End<Result extends Reply | Trouble = Reply | Trouble> {
  readonly request: HttpRequest;
  readonly result: Result;
  /** The statuses of all tries; null where there was no response. */
  readonly statuses: readonly (number | null)[];
  /** Whether connections are refused since one broke. */
  readonly isDown: boolean;
  /** Whether the deployment itself returns errors as HTML pages. */
  readonly refusesInHtml: boolean;
  /** Milliseconds that the run waits for a response. */
  readonly timeout: number;
  readonly sending: Sending;
}

/** Who sends a request, and what is known of the deployment. */
export interface Sending {
  /** Id of the check, or name of the probe group. */
  readonly sender: string;
  /** Null for a control, which must not need another one. */
  readonly evidence: Evidence | null;
  /** Receives every response that is part of the evidence. */
  record(reply: Reply): void;
}

export interface Condition<Result extends Reply | Trouble> {
  holds(end: End<Result>): boolean;
  /** How often the request is sent in all, while the condition holds. */
  tries(end: End<Result>): number;
  /** Milliseconds before the next try; default: 60, doubled each time. */
  pause?(end: End<Result>, count: number): number | null;
  /** Whether other checks may use the place of this one during the pause. */
  readonly isPaced?: true;
  /** Why later failures prove nothing; null if the request had no effect. */
  taint?(end: End<Result>): string | null;
  /** Why later failures prove nothing if the condition ends. */
  taintOnceOver?(end: End<Result>): string;
  /** Throws if another try would show nothing. @param count tries so far */
  control?(end: End<Result>, evidence: Evidence, count: number): Promise<void>;
  /** Whether each response is evidence, and another try needs no pause. */
  readonly isResponse?: true;
  /** The result after the last try. @param mayGoOn false if the run cannot wait any longer */
  result(end: End<Result>, mayGoOn: boolean): Reply | Error;
}

const TRIES = 5;
/** Each takes as long as the caller allows. */
const TRIES_AFTER_TIMEOUT = 2;
/** How often a request has to time out, while others succeed, before that is the deployment's doing. */
const TIMEOUTS_NEEDED = 4;
/** Pause in milliseconds between attempts while a crashed deployment restarts. */
const RESTART_PAUSE = 500;
/** Repetitions after which a 5xx counts as the response of the deployment. */
export const SERVER_ERRORS_NEEDED = 3;
const PAUSE_BETWEEN_SERVER_ERRORS = 120;
/** In milliseconds, and the number of further attempts in that time. */
export const UNTIL_VISIBLE = 2000;
const MAX_ATTEMPTS = 8;

/**
 * Statuses that intermediaries return for a request that did not reach the service, and that few services
 * return themselves: redirects to a sign-in page, and a request timeout (RFC 9110, section 15.5.9).
 * Repeated this many times, it is a response.
 */
const ON_THE_WAY = new Set([302, 303, 307, 408]);
const REPEATS_NEEDED = 4;

const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

/** Returns whether no connection was opened, so that nothing was sent. */
export function hasNotArrived({ code }: Trouble): boolean {
  return code !== null && NEVER_ARRIVED.has(code);
}

function taintOf({ result }: End<Trouble>): string | null {
  return hasNotArrived(result) ? null : result.message;
}

/** No response: the first condition that holds. */
export const NO_RESPONSE: readonly Condition<Trouble>[] = [
  {
    // Something starts it again, or the run has waited long enough.
    holds: ({ isDown }) => isDown,
    tries: () => Infinity,
    pause: () => RESTART_PAUSE,
    taint: taintOf,
    result: ({ result }) => result,
  },
  {
    holds: ({ result }) => isTimeout(result),
    tries: ({ sending: { evidence } }) =>
      evidence === null ? TRIES_AFTER_TIMEOUT : TIMEOUTS_NEEDED,
    taint: taintOf,
    async control({ result }, evidence, count) {
      if (count >= TRIES_AFTER_TIMEOUT && !(await evidence.succeeds())) throw result;
    },
    result: ({ request: { method, path }, result, timeout, sending: { evidence } }, mayGoOn) =>
      evidence === null || !mayGoOn
        ? result
        : new Breakdown(
            `expected a response to ${method} ${path} within ${timeout} ms, got none repeatedly, while valid requests succeed`,
            result.exchange,
          ),
  },
  {
    holds: () => true,
    tries: ({ result }) => (result.isPassing ? TRIES : 1),
    taint: taintOf,
    result: ({ result }) => result,
  },
];

/** A response that may not be the decision of the service, or not its last one: the first condition that holds. */
export const NO_DECISION: readonly Condition<Reply>[] = [
  {
    holds: ({ result }) => isGatewayError(result),
    tries: () => TRIES,
    pause: ({ result }) => retryAfter(result),
    taint: ({ request, result }) =>
      retryAfter(result) === null ? `${result.status} to ${request.method} ${request.path}` : null,
    result: ({ request, result }) =>
      new Trouble(`${request.method} ${request.path} returns ${result.status}`),
  },
  {
    holds: ({ result }) => isLimit(result),
    tries: ({ result }) => (retryAfter(result) !== null ? TRIES : isLock(result) ? 2 : 3),
    pause: ({ result }) => retryAfter(result),
    isPaced: true,
    result: ({ result }) => ({ ...result, blockedBy: limitOf(result) }),
  },
  {
    holds: ({ result, statuses }) => ON_THE_WAY.has(result.status) && !isRepeated(statuses),
    tries: () => TRIES,
    result: ({ request, result, statuses }, mayGoOn) =>
      mayGoOn
        ? new Trouble(
            `${request.method} ${request.path} alternates between ${statuses.map((status) => status ?? 'nothing').join(', ')}`,
          )
        : result,
  },
  {
    holds: ({ result: { status, headers }, refusesInHtml }) =>
      status === 403 && !refusesInHtml && (headers['content-type'] ?? '').startsWith('text/html'),
    tries: () => 1,
    result: ({ result }) => ({
      ...result,
      blockedBy: '403 with an HTML page, probably from a gateway',
    }),
  },
  {
    // Only an error that stays while the rest works is a response.
    holds: ({ result, sending: { evidence } }) =>
      result.status >= 500 && evidence !== null && !evidence.isOutOfOrder(),
    tries: () => SERVER_ERRORS_NEEDED,
    pause: (_end, count) => PAUSE_BETWEEN_SERVER_ERRORS * count,
    taintOnceOver: ({ result }) => `a ${result.status} that did not recur`,
    async control({ request, result }, evidence) {
      if (await evidence.isAlive()) return;
      throw new Trouble(
        `${request.method} ${request.path} returns ${result.status}, and no other request succeeds`,
      );
    },
    isResponse: true,
    result: ({ result }) => result,
  },
  {
    // A user who just signed in may not be found at once (eventual consistency).
    holds: ({ result, sending: { evidence } }) =>
      result.status === 404 && evidence?.readsNewUser() === true,
    tries: () => MAX_ATTEMPTS + 1,
    pause: () => UNTIL_VISIBLE / MAX_ATTEMPTS,
    isResponse: true,
    result: ({ result }) => result,
  },
];

/** Returns whether the last response was repeated often enough. */
function isRepeated(statuses: readonly (number | null)[]): boolean {
  const latest = statuses.slice(-REPEATS_NEEDED);
  return latest.length === REPEATS_NEEDED && new Set(latest).size === 1;
}
