/**
 * Finds session tokens in responses to other requests than the sign-in that returned them (§2.4, §5.8, §7).
 */
import { findText } from '../responses/fields.ts';
import { readToken } from '../responses/session-token.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { serializeRequest, type Leak, listPlaces } from './places.ts';

/** Matches a token, without the padding of base64. */
const WORD = /[\w+/.~-]{8,}/g;
const JWT = /^eyJ[\w-]{5,}\.eyJ[\w-]+\.[\w-]*$/;
const COOKIE = 'header set-cookie';

/** @param sessionName name of the session in the response to a code, if it is not `sessionJwt` */
export function findSessionLeaks(
  responses: readonly HttpResponse[],
  sessionName: string | null,
): Leak[] {
  const sessions = new Set(
    responses.flatMap((response) => findSession(response, sessionName) ?? []),
  );
  const tokensBySpelling = new Map(
    [...sessions].flatMap((token) => {
      const bytes = Buffer.from(token);
      return [token, bytes.toString('base64'), bytes.toString('base64url')].map(
        (text) => [text.replace(/=+$/, ''), token] as const,
      );
    }),
  );
  const claimNames = new Set([...sessions].map(joinClaimNames));
  return responses.flatMap((response) => {
    const ownSession = findSession(response, sessionName);
    return listPlaces(response).flatMap(({ name, text }) => {
      const isForeign = [...text.matchAll(WORD)].some(([word]) => {
        const token = tokensBySpelling.get(word) ?? null;
        if (token === null) {
          // A gateway may set its own cookies in a rejection.
          const mayBeSession = name !== COOKIE || claimNames.has(joinClaimNames(word));
          const isNew = !response.accepted && JWT.test(word) && mayBeSession;
          return isNew && !serializeRequest(response.request).includes(word);
        }
        if (token === ownSession) return false;
        // A response header may renew the session of the request.
        const isRenewed =
          name.startsWith('header ') && serializeRequest(response.request).includes(token);
        return !isRenewed || (!response.accepted && name !== COOKIE);
      });
      return isForeign ? [{ response, description: 'a session token', place: name }] : [];
    });
  });
}

/** Returns the names of the claims of a token, as one text; null if it has none. */
function joinClaimNames(token: string): string | null {
  const read = readToken(token);
  return typeof read === 'string' || read.claims === null
    ? null
    : Object.keys(read.claims).toSorted().join(' ');
}

export function findSession(
  { accepted, request, body }: HttpResponse,
  sessionName: string | null,
): string | null {
  if (!accepted || !isSignIn(request)) return null;
  const session =
    findText(body, 'sessionJwt') ?? (sessionName === null ? null : findText(body, sessionName));
  return session === null || session.length < 8 ? null : session;
}

export function isSignIn({ operation }: HttpRequest): boolean {
  return operation?.startsWith('authenticate') === true;
}
