/** Detects whether the session is sent in a separate header or a cookie (§5.8). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { createSessionHeaders } from '../../src/contract/wire/session-place.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { parseSetCookies } from '../responses/set-cookies.ts';
import type { Probing } from './define-probe.ts';
import { listValuesToTry } from './dialect-values.ts';
import type { WithSession } from '../actors/signed-in.ts';

type SentIn = Exclude<Dialect['session']['sentIn'], 'authorization'>;

const HEADERS = [
  ...['session-jwt', 'x-session-jwt', 'sessionJwt', 'session-token', 'x-session-token'],
  ...['session', 'x-session', 'session-id', 'x-session-id', 'service-session-jwt'],
  ...['service-session', 'x-auth-token', 'auth-token', 'x-user-session', 'user-session'],
  ...['x-user-token', 'user-token', 'x-user-jwt', 'user-jwt', 'x-access-token', 'x-jwt', 'jwt'],
];
const COOKIES = [
  ...['session', 'sessionJwt', 'session_jwt', 'session-jwt', 'session_token', 'sessionToken'],
  ...['session_id', 'sid', 'token', 'auth_token', 'jwt'],
];

/** Maximum size of added headers in bytes: servers usually accept 8 KB or more in total. */
const MAX_HEADER_BYTES = 4000;

/** Sends a user read with these headers, which can contain the session in several places. */
type Read = (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>;

/** Returns the place of the session, and the response to the user read; null if no place is accepted. */
export async function findSessionPlace(
  t: Probing,
  user: WithSession,
  read: Read,
  isUser: (response: HttpResponse) => boolean,
): Promise<{ readonly sentIn: SentIn; readonly response: HttpResponse } | null> {
  const { dialect } = t.ctx.settings;
  const common: SentIn[] = [
    ...HEADERS.map((header) => ({ header })),
    ...[...listSessionCookies(user), ...COOKIES].map((cookie) => ({ cookie })),
  ];
  const places = listValuesToTry<Dialect['session']['sentIn']>(dialect, 'session.sentIn', common);
  const candidates = places.filter((place) => place !== 'authorization');
  const groupSize = Math.max(1, Math.floor(MAX_HEADER_BYTES / (user.session.length + 20)));
  for (let start = 0; start < candidates.length; start += groupSize) {
    let group = candidates.slice(start, start + groupSize);
    let response = await read(createHeaders(group, user.session));
    if (!isUser(response)) continue;
    // The accepted place is in this group. Halves the group until one place is left.
    while (group.length > 1) {
      const half = group.slice(0, Math.ceil(group.length / 2));
      const halfResponse = await read(createHeaders(half, user.session));
      const isInHalf = isUser(halfResponse);
      group = isInHalf ? half : group.slice(half.length);
      if (isInHalf) response = halfResponse;
    }
    const [sentIn] = group;
    if (sentIn !== undefined) return { sentIn, response };
  }
  return null;
}

function listSessionCookies({ response, session }: WithSession): string[] {
  return parseSetCookies(response).flatMap(([name, value]) => (value === session ? [name] : []));
}

function createHeaders(places: readonly SentIn[], session: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const sentIn of places) {
    for (const [name, value] of Object.entries(createSessionHeaders(session, { sentIn }))) {
      const otherCookies = name === 'cookie' ? headers[name] : undefined;
      headers[name] = otherCookies === undefined ? value : `${otherCookies}; ${value}`;
    }
  }
  return headers;
}
