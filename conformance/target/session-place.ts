/** Moves the session of a request if the deployment does not read it as a bearer token (§5.8). */
import { writeSession } from '../../src/contract/wire/session-place.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { ClientCredentials } from '../settings.ts';
import { withoutHeader, type HttpRequest, withBearer } from './http-request.ts';

export interface KnownTokens {
  readonly clients: readonly ClientCredentials[];
  /** Returns whether a response of the run contained the token. */
  isSession(token: string): boolean;
}

/** Moves the session from the bearer token, where checks write it, to its place (`session.sentIn`). */
export function placeSession(
  request: HttpRequest,
  dialect: Dialect,
  known: KnownTokens,
): HttpRequest {
  if (request.operation === null || dialect.session.sentIn === 'authorization') return request;
  const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
  if (token === undefined || !isMoved(request, token, known)) return request;
  const bare = withoutHeader(request, 'authorization');
  const placed = { ...bare, headers: { ...bare.headers, ...writeSession(token, dialect.session) } };
  const clientId = request.headers['service-client-id'];
  const client = known.clients.find((item) => item.clientId === clientId);
  const accessToken = client?.accessToken ?? null;
  return accessToken === null ? placed : withBearer(placed, accessToken);
}

/** Returns whether the token is a session to move: an invalid access token is not (§5.2). */
function isMoved({ operation }: HttpRequest, token: string, known: KnownTokens): boolean {
  if (known.clients.some(({ accessToken }) => accessToken === token)) return false;
  const isForUser = operation === 'getUser' || operation === 'addWalletToUser';
  return isForUser || known.isSession(token);
}
