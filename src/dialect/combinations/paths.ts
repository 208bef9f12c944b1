/** §4.8, §5.8: the paths of the user read and of the JWKS, and the headers with user id and session. */
import type { Dialect } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

/** The paths of the control API and of workspaces. Routes are case-insensitive. */
const RESERVED_PATH = /^\/(sandbox|w)(\/|$)/i;
const DOTS = /\/\.{1,2}(\/|$)/;

/** Headers defined by the interface (§2.1), by HTTP (RFC 9110, RFC 9112, the Fetch standard) or by flagbearer. */
const RESERVED_HEADERS = new Set([
  'accept',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'flagbearer-workspace',
  'host',
  'keep-alive',
  'origin',
  'service-client-id',
  'service-client-secret',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function* findPathConflicts(dialect: Dialect): Generator<Conflict> {
  yield* findRoutingConflicts(dialect);
  yield* findJwksConflicts(dialect);
  yield* findHeaderConflicts(dialect);
}

/** Paths to suggest in hints. */
const EXAMPLES = { 'user.path': '/v1/user', 'session.jwksPath': '/.well-known/jwks.json' } as const;

function* findRoutingConflicts({ user, session }: Dialect): Generator<Conflict> {
  for (const [key, path] of [
    ['user.path', user.path],
    ['session.jwksPath', session.jwksPath],
  ] as const) {
    if (RESERVED_PATH.test(path)) {
      yield {
        rule: 'reserved-path',
        key,
        reason: `${path} is reserved: the control API is under /sandbox, workspaces are under /w.`,
        hint: `Set ${key} to a path that begins with neither, such as ${EXAMPLES[key]}.`,
      };
    }
    if (DOTS.test(path)) {
      yield {
        rule: 'unreachable-path',
        key,
        reason: `${path} is unreachable: clients resolve "." and ".." before they send a request (RFC 3986).`,
        hint: `Set ${key} to a path without "." and "..", such as ${EXAMPLES[key]}.`,
      };
    }
  }
}

/** Finds paths of the public keys that cannot work (§5.8). */
function* findJwksConflicts({
  user,
  session: { algorithm, jwksPath },
}: Dialect): Generator<Conflict> {
  if (jwksPath.toLowerCase() === user.path.toLowerCase()) {
    yield {
      rule: 'jwks-at-user-path',
      key: 'session.jwksPath',
      reason: `${jwksPath} is the path of the user read.`,
      hint: 'Set session.jwksPath to another path, or to none.',
    };
  }
  if (algorithm === 'HS256' && jwksPath !== 'none') {
    yield {
      rule: 'jwks-with-symmetric-key',
      key: 'session.jwksPath',
      reason: 'HS256 uses a secret key, which cannot be published.',
      hint: 'Set session.jwksPath to none, or session.algorithm to ES256, RS256 or EdDSA.',
    };
  }
}

function* findHeaderConflicts({ user, session }: Dialect): Generator<Conflict> {
  const getHeader = (place: object | string) =>
    typeof place === 'object' && 'header' in place ? String(place.header) : '';
  const userHeader = getHeader(user.identifiedBy);
  const sessionHeader = getHeader(session.sentIn);
  if (userHeader !== '' && userHeader.toLowerCase() === sessionHeader.toLowerCase()) {
    yield {
      rule: 'same-header',
      key: 'user.identifiedBy',
      reason: `The header ${userHeader} already contains the session (session.sentIn), so it cannot contain a user id.`,
      hint: 'Set one of the two keys to another header.',
    };
  }
  for (const [key, header, content, example] of [
    ['user.identifiedBy', userHeader, 'a user id', 'X-User-Id'],
    ['session.sentIn', sessionHeader, 'a session', 'X-Session-Jwt'],
  ] as const) {
    if (!RESERVED_HEADERS.has(header.toLowerCase())) continue;
    yield {
      rule: 'reserved-header',
      key,
      reason: `The header ${header} has a predefined meaning, so it cannot contain ${content}.`,
      hint: `Set ${key} to another header, such as {header: ${example}}.`,
    };
  }
}
