import { readCustomSession } from '../contract/wire/session-place.ts';
import { listAcceptedTokens } from '../dialect/bearer-use.ts';
import { readBearerToken } from '../http/request-head.ts';
import { getHeader, type Exchange } from './exchange.ts';

export function findBearer({
  operationId,
  headers,
  contract: { dialect },
}: Pick<Exchange, 'operationId' | 'headers' | 'contract'>): string | undefined {
  // A browser sends a session cookie with every request, even to operations that do not accept it.
  const acceptsSession =
    operationId !== undefined && listAcceptedTokens(operationId, dialect).includes('session');
  const session = acceptsSession ? readCustomSession(headers, dialect) : undefined;
  return session ?? readBearerToken(getHeader({ headers }, 'authorization'));
}
