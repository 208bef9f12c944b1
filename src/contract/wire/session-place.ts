/** Where a request carries the session of a user (§5.8): `session.sentIn`. */
import type { Dialect } from '../../dialect/dialect.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the session in the header or cookie of the dialect; undefined if there is none, or if the dialect sends the
 * session in Authorization.
 *
 * @param headers by lower-case name
 */
export function readCustomSession(headers: Headers, { session }: Dialect): string | undefined {
  const { sentIn } = session;
  if (sentIn === 'authorization') return undefined;
  const value =
    'header' in sentIn
      ? headers[sentIn.header.toLowerCase()]
      : findCookie(sentIn.cookie, headers['cookie']);
  return typeof value === 'string' && /^\S+$/.test(value) ? value : undefined;
}

/** Returns the header that carries a session. */
export function createSessionHeaders(
  session: string,
  { sentIn }: Pick<Dialect['session'], 'sentIn'>,
): Readonly<Record<string, string>> {
  if (sentIn === 'authorization') return { authorization: `Bearer ${session}` };
  return 'header' in sentIn
    ? { [sentIn.header.toLowerCase()]: session }
    : { cookie: `${sentIn.cookie}=${session}` };
}

/** Returns the value of a cookie (RFC 6265, section 4.2). */
function findCookie(name: string, header: Headers[string]): string | undefined {
  if (typeof header !== 'string') return undefined;
  const start = `${name}=`;
  const pair = header
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(start));
  return pair?.slice(start.length);
}
