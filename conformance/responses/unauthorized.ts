/** Recognizes rejections that a missing or invalid bearer token may explain (§5.2, §5.7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { HttpResponse } from '../target/http-request.ts';

/** Returns whether a request without a required bearer token was rejected with 401 or 403. */
export function isMissingBearer({ request, status }: HttpResponse, { bearer }: Dialect): boolean {
  const { operation, headers } = request;
  const isNeeded = operation !== null && bearer.requiredOn.includes(operation);
  return isNeeded && headers['authorization'] === undefined && isUnauthorized(status);
}

/** Returns a hint that the access token may be wrong, after a rejected SMS send (§5.2). */
export function getAccessTokenHint({ request, status }: HttpResponse): string {
  const isSend = request.operation === 'sendSmsOtp';
  return isSend && isUnauthorized(status) ? '; check the access token' : '';
}

function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403;
}
