/** Rejections that a bearer token may explain (§5.2, §5.7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Reply } from '../target/http-request.ts';

/** Whether the operation was found to need a bearer token, and none was sent. */
export function isMissingBearer({ request, status }: Reply, { bearer }: Dialect): boolean {
  const { operation, headers } = request;
  const isNeeded = operation !== null && bearer.requiredOn.includes(operation);
  return isNeeded && headers['authorization'] === undefined && isUnauthorized(status);
}

/** A token that was mistyped looks like a deployment that takes none (§5.2). */
export function doubtOf({ request, status }: Reply): string {
  const isSend = request.operation === 'sendSmsOtp';
  return isSend && isUnauthorized(status) ? '; check the access token' : '';
}

function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403;
}
