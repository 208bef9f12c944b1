/** Recognizes timeouts, gateway errors and limits, which do not show how the service decides about the request. */
import { toFields } from '../responses/fields.ts';
import type { HttpResponse } from './http-request.ts';
import { RequestError } from './request-errors.ts';

const TIMEOUT_CODES: ReadonlySet<string | null> = new Set(['ECONNABORTED', 'ETIMEDOUT']);

export function isTimeout(result: unknown): result is RequestError {
  return result instanceof RequestError && TIMEOUT_CODES.has(result.code);
}

/** Returns whether the status is 4xx (RFC 9110, section 15.5). */
export function isClientError({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** Returns whether the status is 5xx (RFC 9110, section 15.6). */
export function isServerError({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 500;
}

/** Statuses of a gateway whose server is unavailable. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

export function isGatewayError({ status }: HttpResponse): boolean {
  return GATEWAY_STATUSES.has(status);
}

export function isServiceResponse(response: HttpResponse | RequestError): boolean {
  return !(response instanceof RequestError) && !isGatewayError(response);
}

/** Returns the sorted field names of a non-empty object; null for every other value. */
export function describeFieldNames(body: unknown): string | null {
  const names = Object.keys(toFields(body) ?? {});
  return names.toSorted().join(' ') || null;
}

/** Returns the Retry-After delay in milliseconds; null if it is missing or invalid. */
export function parseRetryAfter({ headers }: HttpResponse): number | null {
  const requestedWait = headers['retry-after'];
  if (requestedWait === undefined) return null;
  if (/^\d+$/.test(requestedWait)) return Number(requestedWait) * 1000;
  // Date.parse would read "1.5" as a date, too.
  if (!/^[A-Z]/i.test(requestedWait)) return null;
  const until = Date.parse(requestedWait);
  const now = Date.parse(headers['date'] ?? '');
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, until - now);
}

/** Returns whether the response is a rate limit: 429, or another 4xx with a Retry-After delay. */
export function isLimit(response: HttpResponse): boolean {
  if (response.status === 429) return true;
  return isClientError(response) && (parseRetryAfter(response) ?? 0) > 0;
}

/** Returns whether a limit may be a lock after too many attempts; waiting does not end it (§8). */
export function mayBeLock({ request: { operation } }: HttpResponse): boolean {
  return operation === 'authenticateSmsOtp' || operation === 'authenticateEmailOtp';
}

export function describeLimit(response: HttpResponse): string {
  const requestedWait = parseRetryAfter(response);
  const { status } = response;
  return requestedWait === null
    ? `${status}`
    : `${status} with Retry-After: ${requestedWait / 1000} s`;
}
