import { readCustomSession } from '../contract/wire/session-place.ts';
import { listAcceptedTokens } from '../dialect/bearer-use.ts';
import { readBearerToken } from '../http/request-head.ts';
import { getHeader, type Exchange } from './exchange.ts';

/**
 * Returns the session token in the header or cookie that the dialect defines for it, if the operation accepts
 * session tokens; otherwise the bearer token.
 */
export function findToken({
  operationId,
  headers,
  contract: { dialect },
}: Pick<Exchange, 'operationId' | 'headers' | 'contract'>): string | undefined {
  // A browser sends a session cookie with every request, even to operations that do not accept it.
  const acceptsSessionToken =
    operationId !== undefined && listAcceptedTokens(operationId, dialect).includes('session');
  const sessionToken = acceptsSessionToken ? readCustomSession(headers, dialect) : undefined;
  return sessionToken ?? readBearerToken(getHeader({ headers }, 'authorization'));
}
