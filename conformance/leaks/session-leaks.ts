/** Finds session tokens in responses to requests that are not their sign-in (§2.4, §5.8, §7). */
import { findText } from '../responses/fields.ts';
import { readToken } from '../responses/session-token.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { serializeRequest, type Leak } from './leak.ts';
import { listPlaces } from './places.ts';

const WORD = /[\w+/.~-]{8,}/g;
const JWT = /^eyJ[\w-]{5,}\.eyJ[\w-]+\.[\w-]*$/;
const COOKIE = 'header set-cookie';

export function findSessionLeaks(responses: readonly HttpResponse[]): Leak[] {
  const sessions = new Set(responses.flatMap((response) => findSession(response) ?? []));
  const tokensBySpelling = new Map(
    [...sessions].flatMap((token) => {
      const bytes = Buffer.from(token);
      const base64 = bytes.toString('base64').replaceAll('=', '');
      return [token, base64, bytes.toString('base64url')].map((text) => [text, token] as const);
    }),
  );
  const claimNames = new Set([...sessions].map(joinClaimNames));
  return responses.flatMap((response) => {
    const ownSession = findSession(response);
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
      return isForeign ? [{ response, what: 'a session token', place: name }] : [];
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

/**
 * Returns the session of an accepted sign-in.
 *
 * @param name name of the session, if it is not `sessionJwt`
 */
export function findSession({ accepted, request, body }: HttpResponse, name: string | null = null) {
  const isSignIn = request.operation?.startsWith('authenticate') === true;
  const session = findText(body, 'sessionJwt') ?? (name === null ? null : findText(body, name));
  const token = accepted && isSignIn ? session : null;
  return token === null || token.length < 8 ? null : token;
}
