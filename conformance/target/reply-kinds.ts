/** Classifies responses, and missing responses, that are not decisions of the service. */
import { toFields } from '../responses/fields.ts';
import type { Reply } from './http-request.ts';
import { Trouble } from './trouble.ts';

const TIMED_OUT: ReadonlySet<string | null> = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/** Returns whether the request timed out. */
export function isTimeout(result: unknown): result is Trouble {
  return result instanceof Trouble && TIMED_OUT.has(result.code);
}

/** Statuses of a gateway whose server is unavailable. */
const GATEWAY = new Set([502, 503, 504]);

export function isGatewayError({ status }: Reply): boolean {
  return GATEWAY.has(status);
}

/** Returns whether the service itself responded, with any result. */
export function isServiceResponse(reply: Reply | Trouble): boolean {
  return !(reply instanceof Trouble) && !isGatewayError(reply);
}

/** Returns the sorted field names of a non-empty object; null for every other value. */
export function describeFieldNames(body: unknown): string | null {
  const names = Object.keys(toFields(body) ?? {});
  return names.toSorted().join(' ') || null;
}

/** Returns the Retry-After delay in milliseconds; null if it is missing or invalid. */
export function parseRetryAfter({ headers }: Reply): number | null {
  const requestedWait = headers['retry-after'];
  if (requestedWait === undefined) return null;
  if (/^\d+$/.test(requestedWait)) return Number(requestedWait) * 1000;
  const until = Date.parse(requestedWait);
  const now = Date.parse(headers['date'] ?? '');
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, until - now);
}

/** Returns whether the response is a rate limit: 429, or another error with Retry-After. */
export function isLimit(reply: Reply): boolean {
  const isRefusal = reply.status >= 400 && reply.status < 500;
  return reply.status === 429 || (isRefusal && (parseRetryAfter(reply) ?? 0) > 0);
}

/**
 * Returns whether a limit may be a lock of a code with too many attempts, which a slower pace does
 * not unlock (§8).
 */
export function isLock({ request: { operation } }: Reply): boolean {
  return operation === 'authenticateSmsOtp' || operation === 'authenticateEmailOtp';
}

export function describeLimit(reply: Reply): string {
  const requestedWait = parseRetryAfter(reply);
  const { status } = reply;
  return requestedWait === null
    ? `${status}`
    : `${status} with Retry-After: ${requestedWait / 1000} s`;
}
