/**
 * Moves the session of a request to another place if the deployment does not use bearer tokens for sessions
 * (§5.8).
 */
import { createSessionHeaders } from '../../src/contract/wire/session-place.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { ClientCredentials } from '../settings.ts';
import { withoutHeader, type HttpRequest, withBearer } from './http-request.ts';

export interface KnownTokens {
  readonly clients: readonly ClientCredentials[];
  /** Returns whether a response of the run contained the token. */
  isSession(token: string): boolean;
}

/**
 * Moves the session from the bearer token, where checks put it, to the place in the dialect
 * (`session.sentIn`). The access token of the client, if it has one, becomes the bearer token.
 */
export function placeSession(
  request: HttpRequest,
  dialect: Dialect,
  known: KnownTokens,
): HttpRequest {
  if (request.operation === null || dialect.session.sentIn === 'authorization') return request;
  const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
  if (token === undefined || !mustMove(request, token, known)) return request;
  const movedRequest = withSessionOnly(request, token, dialect);
  const clientId = request.headers['service-client-id'];
  const client = known.clients.find((item) => item.clientId === clientId);
  const accessToken = client?.accessToken ?? null;
  return accessToken === null ? movedRequest : withBearer(movedRequest, accessToken);
}

/** Returns the request with the session in its place, and without an access token. */
export function withSessionOnly(
  request: HttpRequest,
  session: string,
  dialect: Dialect,
): HttpRequest {
  const withoutToken = withoutHeader(request, 'authorization');
  const headers = { ...withoutToken.headers, ...createSessionHeaders(session, dialect.session) };
  return { ...withoutToken, headers };
}

/** Returns whether the bearer token is a session, not a valid or invalid access token (§5.2). */
function mustMove({ operation }: HttpRequest, token: string, known: KnownTokens): boolean {
  if (known.clients.some(({ accessToken }) => accessToken === token)) return false;
  const isForUser = operation === 'getUser' || operation === 'addWalletToUser';
  return isForUser || known.isSession(token);
}
