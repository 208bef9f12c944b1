/** §4.1, §4.8, §8: too many requests in a short time. */
import { BoundedCache } from '../../bounded-cache.ts';
import { findText } from '../body-fields.ts';
import { parseUserRead } from '../user-read.ts';
import { createMessageIf, findOtpRecord, findTokenSuffix, hadReceived } from './client-exchange.ts';
import { formatRequestLine, measurePause, toRespondedAt } from './client-exchange.ts';
import type { Moment, ClientExchange, RespondedAt } from './client-exchange.ts';
import type { Watcher, Watchers } from './client-exchange.ts';

const MAX_WAITS = 200;

export const requestRateRules = {
  'user-read-polling': () =>
    createRepeatWatcher({ times: 10, within: 5000 }, (exchange) => {
      const user = exchange.outcome === 'accepted' && parseUserRead(exchange);
      return user ? `${findTokenSuffix(exchange)} ${JSON.stringify(user)}` : undefined;
    }),

  'start-polling': () =>
    createRepeatWatcher({ times: 10, within: 5000 }, (exchange) =>
      exchange.operationId === 'startWalletAuth' && exchange.outcome === 'accepted'
        ? exchange.wallet
        : undefined,
    ),

  'otp-resent-too-soon': () =>
    createRepeatWatcher({ times: 5, within: 10_000 }, (exchange) =>
      exchange.outcome === 'accepted' ? findDestination(exchange) : undefined,
    ),

  // No user interface sends three codes in 250 ms, not even in an automated test.
  'otp-guessed': () =>
    createRepeatWatcher({ times: 3, within: 250 }, (exchange) =>
      exchange.outcome === 'otpWrong' ? findOtpRecord(exchange) : undefined,
    ),

  'retry-after-ignored': createRetryAfterWatcher,
} satisfies Watchers;

/** Watches for requests with the same key in direct succession, within a number of milliseconds. */
function createRepeatWatcher(
  { times, within }: { readonly times: number; readonly within: number },
  getKey: (exchange: ClientExchange) => string | undefined,
): Watcher {
  let previousKey: string | undefined;
  let moments: Moment[] = [];
  return (exchange) => {
    const key = getKey(exchange);
    if (key !== previousKey) moments = [];
    previousKey = key;
    if (key === undefined) return undefined;
    moments.push({ at: exchange.at, startedAt: exchange.startedAt });
    const first = moments.at(-times);
    if (first === undefined) return undefined;
    if (measurePause(first, exchange) > within) {
      moments.shift();
      return undefined;
    }
    moments = [];
    return `${formatRequestLine(exchange)} was sent ${times} times within ${within / 1000} s, without another request in between.`;
  };
}

/** Timers can fire a little early, by up to this many milliseconds. */
const TOLERANCE = 100;

function createRetryAfterWatcher(): Watcher {
  const waits = new BoundedCache<string, { response: RespondedAt; wait: number }>(MAX_WAITS);
  return (exchange) => {
    if (exchange.operationId === undefined) return undefined;
    if (waits.size === 0 && exchange.status !== 429) return undefined;
    const key = `${exchange.operationId} ${findSubject(exchange) ?? ''}`;
    const limit = waits.get(key);
    const pause = limit === undefined ? Infinity : measurePause(limit.response, exchange);
    if (limit === undefined || pause >= limit.wait - TOLERANCE) {
      const wait = parseWait(exchange);
      if (wait !== undefined) waits.set(key, { response: toRespondedAt(exchange), wait });
      return undefined;
    }
    const message = `was repeated before the ${limit.wait / 1000} s of Retry-After had elapsed`;
    return createMessageIf(hadReceived(limit.response, exchange), exchange, message);
  };
}

/** Returns the milliseconds of Retry-After in a 429 response (RFC 9110, section 10.2.3). */
function parseWait({ status, responseHeaders }: ClientExchange): number | undefined {
  if (status !== 429) return undefined;
  const index = responseHeaders.indexOf('retry-after');
  const seconds = index === -1 ? NaN : Number(responseHeaders[index + 1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** Returns what a rate limit can apply to: a destination, a record, a wallet or a token. */
function findSubject(exchange: ClientExchange): string | undefined {
  return (
    findDestination(exchange) ??
    findOtpRecord(exchange) ??
    exchange.wallet ??
    findTokenSuffix(exchange)
  );
}

function findDestination({ operationId, body }: ClientExchange): string | undefined {
  if (operationId === 'sendSmsOtp') return findText(body, 'phoneNumber');
  return operationId === 'sendEmailOtp' ? findText(body, 'emailAddress')?.toLowerCase() : undefined;
}
