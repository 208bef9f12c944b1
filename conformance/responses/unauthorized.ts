/** Recognizes rejections that a missing or invalid bearer token may explain (§5.2, §5.7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';

export function isMissingBearer({ operation, headers }: HttpRequest, { bearer }: Dialect): boolean {
  const isRequired = operation !== null && bearer.requiredOn.includes(operation);
  return isRequired && headers['authorization'] === undefined;
}

/** Returns whether a request without a required bearer token was rejected with 401 or 403. */
export function isRejectedWithoutBearer(
  { request, status }: HttpResponse,
  dialect: Dialect,
): boolean {
  return isMissingBearer(request, dialect) && isUnauthorized(status);
}

/** Returns a hint that the access token may be wrong, after a rejected SMS send (§5.2). */
export function getAccessTokenHint({ request, status }: HttpResponse): string {
  const isSend = request.operation === 'sendSmsOtp';
  return isSend && isUnauthorized(status) ? '; check the access token' : '';
}

export function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403;
}
