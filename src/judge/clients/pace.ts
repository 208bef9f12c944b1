/** §4.1, §4.8, §8: the rate of requests. */
import { BoundedCache } from '../../bounded-cache.ts';
import { headerOf } from '../exchange.ts';
import {
  respondedAt,
  bearerOf,
  knew,
  lineOf,
  pauseBetween,
  recordTried,
  textOf,
} from './observed-exchange.ts';
import type { RespondedAt, Moment, ObservedExchange } from './observed-exchange.ts';
import type { Watcher, Watchers } from './client-rule.ts';
import { userShown } from '../user-shown.ts';

/** Requests of a client that are compared at a time. */
const MAX_REQUESTS = 200;

export const paceRules = {
  'user-read-polling': () =>
    inARow({ times: 10, within: 5000 }, (exchange) => {
      const user = exchange.outcome === 'accepted' && userShown(exchange);
      return user ? `${bearerOf(exchange)?.slice(-24)} ${JSON.stringify(user)}` : undefined;
    }),

  'start-polling': () =>
    inARow({ times: 10, within: 5000 }, (exchange) =>
      exchange.operationId === 'startWalletAuth' && exchange.outcome === 'accepted'
        ? exchange.wallet
        : undefined,
    ),

  'otp-resent-too-soon': () =>
    inARow({ times: 5, within: 10_000 }, (exchange) =>
      exchange.outcome === 'accepted' ? destinationOf(exchange) : undefined,
    ),

  // No user interface lets three tries through in this time, not even one that a test drives.
  'otp-guessed': () =>
    inARow({ times: 3, within: 250 }, (exchange) =>
      exchange.outcome === 'otpWrong' ? recordTried(exchange) : undefined,
    ),

  'retry-after-ignored': retryAfterIgnored,
} satisfies Watchers;

interface Row {
  readonly times: number;
  /** Milliseconds from the first to the last. */
  readonly within: number;
}

/** Identical requests in direct succession, within a short time. */
function inARow(
  { times, within }: Row,
  samenessOf: (exchange: ObservedExchange) => string | undefined,
): Watcher {
  let sameness: string | undefined;
  let moments: Moment[] = [];
  return (exchange) => {
    const next = samenessOf(exchange);
    if (next !== sameness) moments = [];
    sameness = next;
    if (next === undefined) return undefined;
    moments.push({ at: exchange.at, startedAt: exchange.startedAt });
    const first = moments.at(-times);
    if (first === undefined) return undefined;
    if (pauseBetween(first, exchange) > within) {
      moments.shift();
      return undefined;
    }
    // The next row begins behind this one.
    moments = [];
    return `${lineOf(exchange)} was sent ${times} times within ${within / 1000} s, without another request in between.`;
  };
}

interface Wait {
  readonly answered: RespondedAt;
  /** Milliseconds. */
  readonly wait: number;
}

/** Timers may fire a little early. */
const TOLERANCE = 100;

function retryAfterIgnored(): Watcher {
  const waits = new BoundedCache<string, Wait>(MAX_REQUESTS);
  return (exchange) => {
    if (exchange.operationId === undefined) return undefined;
    // The usual case: no wait is under way.
    if (waits.size === 0 && exchange.status !== 429) return undefined;
    const key = `${exchange.operationId} ${subjectOf(exchange) ?? ''}`;
    const known = waits.get(key);
    const isWaiting =
      known !== undefined && pauseBetween(known.answered, exchange) < known.wait - TOLERANCE;
    const wait = waitOf(exchange);
    if (wait !== undefined && !isWaiting) waits.set(key, { answered: respondedAt(exchange), wait });
    return isWaiting && knew(known.answered, exchange)
      ? `${lineOf(exchange)} was repeated before the ${known.wait / 1000} s of Retry-After had elapsed.`
      : undefined;
  };
}

/** Returns the seconds of Retry-After in a 429 response (RFC 9110, section 10.2.3). */
function waitOf({ status, responseHeaders }: ObservedExchange): number | undefined {
  if (status !== 429) return undefined;
  const name = responseHeaders.indexOf('retry-after');
  const seconds = name === -1 ? NaN : Number(responseHeaders[name + 1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** A limit may be of a destination, a wallet or a session: another one is another matter. */
function subjectOf(exchange: ObservedExchange): string | undefined {
  return (
    destinationOf(exchange) ??
    recordTried(exchange) ??
    exchange.wallet ??
    headerOf(exchange, 'authorization')
  );
}

function destinationOf(exchange: ObservedExchange): string | undefined {
  switch (exchange.operationId) {
    case 'sendSmsOtp':
      return textOf(exchange, 'phoneNumber');
    case 'sendEmailOtp':
      return textOf(exchange, 'emailAddress')?.toLowerCase();
    default:
      return undefined;
  }
}
