/** §4.1, §4.8, §8: how fast calls follow one another. */
import { BoundedCache } from '../../bounded-cache.ts';
import { headerOf } from '../exchange.ts';
import {
  answeredAt,
  bearerOf,
  knew,
  lineOf,
  pauseBetween,
  recordTried,
  textOf,
} from './observed-exchange.ts';
import type { Answered, Moment, ObservedExchange } from './observed-exchange.ts';
import type { Watcher, Watchers } from './client-rule.ts';
import { userShown } from '../user-shown.ts';

/** Calls that a client is watched for at a time. */
const MOST_CALLS = 200;

export const paceRules = {
  'user-read-polling': () =>
    inARow({ times: 10, within: 5000 }, (call) => {
      const user = call.outcome === 'accepted' && userShown(call);
      return user ? `${bearerOf(call)?.slice(-24)} ${JSON.stringify(user)}` : undefined;
    }),

  'start-polling': () =>
    inARow({ times: 10, within: 5000 }, (call) =>
      call.operationId === 'startWalletAuth' && call.outcome === 'accepted'
        ? call.wallet
        : undefined,
    ),

  'otp-resent-too-soon': () =>
    inARow({ times: 5, within: 10_000 }, (call) =>
      call.outcome === 'accepted' ? destinationOf(call) : undefined,
    ),

  // No user interface lets three tries through in this time, not even one that a test drives.
  'otp-guessed': () =>
    inARow({ times: 3, within: 250 }, (call) =>
      call.outcome === 'otpWrong' ? recordTried(call) : undefined,
    ),

  'retry-after-ignored': retryAfterIgnored,
} satisfies Watchers;

interface Row {
  readonly times: number;
  /** Milliseconds from the first to the last. */
  readonly within: number;
}

/** Calls that are alike, with nothing between them, in a short time. */
function inARow(
  { times, within }: Row,
  samenessOf: (call: ObservedExchange) => string | undefined,
): Watcher {
  let sameness: string | undefined;
  let moments: Moment[] = [];
  return (call) => {
    const next = samenessOf(call);
    if (next !== sameness) moments = [];
    sameness = next;
    if (next === undefined) return undefined;
    moments.push({ at: call.at, startedAt: call.startedAt });
    const first = moments.at(-times);
    if (first === undefined) return undefined;
    if (pauseBetween(first, call) > within) {
      moments.shift();
      return undefined;
    }
    // The next row begins behind this one.
    moments = [];
    return `${lineOf(call)} was sent ${times} times within ${within / 1000} s, without another request in between.`;
  };
}

interface Wait {
  readonly answered: Answered;
  /** Milliseconds. */
  readonly wait: number;
}

/** Timers may fire a little early. */
const TOLERANCE = 100;

function retryAfterIgnored(): Watcher {
  const waits = new BoundedCache<string, Wait>(MOST_CALLS);
  return (call) => {
    if (call.operationId === undefined) return undefined;
    // Nobody waits, nearly always.
    if (waits.size === 0 && call.status !== 429) return undefined;
    const key = `${call.operationId} ${subjectOf(call) ?? ''}`;
    const known = waits.get(key);
    const isWaiting =
      known !== undefined && pauseBetween(known.answered, call) < known.wait - TOLERANCE;
    const wait = waitOf(call);
    if (wait !== undefined && !isWaiting) waits.set(key, { answered: answeredAt(call), wait });
    return isWaiting && knew(known.answered, call)
      ? `${lineOf(call)} was repeated before the ${known.wait / 1000} s of Retry-After had elapsed.`
      : undefined;
  };
}

/** What a 429 asks for, where it says so in seconds (RFC 9110, section 10.2.3). */
function waitOf({ status, answerHeaders }: ObservedExchange): number | undefined {
  if (status !== 429) return undefined;
  const name = answerHeaders.indexOf('retry-after');
  const seconds = name === -1 ? NaN : Number(answerHeaders[name + 1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** A limit may be of a destination, a wallet or a session: another one is another matter. */
function subjectOf(call: ObservedExchange): string | undefined {
  return destinationOf(call) ?? recordTried(call) ?? call.wallet ?? headerOf(call, 'authorization');
}

function destinationOf(call: ObservedExchange): string | undefined {
  switch (call.operationId) {
    case 'sendSmsOtp':
      return textOf(call, 'phoneNumber');
    case 'sendEmailOtp':
      return textOf(call, 'emailAddress')?.toLowerCase();
    default:
      return undefined;
  }
}
