/** Finds session tokens in responses to other requests than the sign-in that returned them (§2.4, §5.8, §7). */
import { findText } from '../responses/fields.ts';
import { readClaims } from '../responses/session-token.ts';
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
    const isInRequest = (text: string) => serializeRequest(response.request).includes(text);
    const isUnknownSession = (word: string, place: string) => {
      // A gateway may set its own cookies in a rejection.
      const mayBeSession = place !== COOKIE || claimNames.has(joinClaimNames(word));
      return !response.accepted && JWT.test(word) && mayBeSession && !isInRequest(word);
    };
    const isForeignSession = (token: string, place: string) => {
      if (token === ownSession) return false;
      // A header of a success, or a cookie of a rejection, may repeat the session of the request.
      const mayRepeat = response.accepted ? place.startsWith('header ') : place === COOKIE;
      return !(mayRepeat && isInRequest(token));
    };
    return listPlaces(response)
      .filter(({ name, text }) =>
        text.match(WORD)?.some((word) => {
          const token = tokensBySpelling.get(word);
          return token === undefined ? isUnknownSession(word, name) : isForeignSession(token, name);
        }),
      )
      .map(({ name }) => ({ response, description: 'a session token', place: name }));
  });
}

/** Returns the names of the claims of a token, as one text; null if it has none. */
function joinClaimNames(token: string): string | null {
  const claims = readClaims(token);
  return claims === null ? null : Object.keys(claims).toSorted().join(' ');
}

export function findSession(
  { accepted, request, body }: HttpResponse,
  sessionName: string | null,
): string | null {
  if (!accepted || !isSignIn(request)) return null;
  const otherSession = sessionName === null ? null : findText(body, sessionName);
  const session = findText(body, 'sessionJwt') ?? otherSession;
  return session === null || session.length < 8 ? null : session;
}

export function isSignIn({ operation }: HttpRequest): boolean {
  return operation?.startsWith('authenticate') === true;
}
