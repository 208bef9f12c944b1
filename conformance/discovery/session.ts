/** Detects the properties of the sessionJwt and the location of its public keys (§5.8, RFC 7517). */
import { decodeJwt, type JWTPayload, decodeProtectedHeader } from 'jose';
import type { HttpResponse, HttpRequest } from '../target/http-request.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { toDialectDuration } from '../../src/dialect/normalize.ts';
import { toFields, findText } from '../responses/fields.ts';
import { verifySignature } from '../responses/session-token.ts';
import { signInAnyUser } from './signed-in-user.ts';
import { isDialectName } from './user-envelope.ts';
import { listValuesToTry } from './dialect-values.ts';
import { isUnauthorized } from '../responses/unauthorized.ts';

/** The signature algorithms of a sessionJwt that a dialect can express (§5.8). */
const ALGORITHMS: readonly unknown[] = ['ES256', 'RS256', 'EdDSA', 'HS256'];

/** Registered claims that do not identify the user (RFC 7519, RFC 8693). */
const REGISTERED_CLAIMS = new Set(['exp', 'iat', 'jti', 'nbf', 'iss', 'aud', 'client_id']);

function listClaimsWithId(claims: unknown, userId: string): readonly string[] {
  return Object.entries(toFields(claims) ?? {}).flatMap(([name, value]) =>
    value === userId ? [name] : [],
  );
}

/** Returns the claim that can identify the user, preferably `sub`; undefined if there is none. */
function chooseSubject(names: readonly string[]): string | undefined {
  const usable = names.filter((name) => isDialectName(name) && !REGISTERED_CLAIMS.has(name));
  return usable.includes('sub') ? 'sub' : usable[0];
}

const JWKS_PATH_KEY = 'session.jwksPath';

const USUAL_PATH = '/.well-known/jwks.json';
/** Path of the document with the location of the keys (OpenID Connect Discovery, section 4). */
const CONFIGURATION_PATH = '/.well-known/openid-configuration';

const PATH_PATTERN = /^(?:\/[A-Za-z0-9._~-]+)+$/;

const keysProbe = probe([JWKS_PATH_KEY], async (t) => {
  const { response: signIn, session } = await signInAndRecord(t);
  // A symmetric key is secret, so it is not published.
  if (decodeHeader(session)?.['alg'] === 'HS256') return t.decide(JWKS_PATH_KEY, 'none', signIn);
  const observations: string[] = [];
  const responses: HttpResponse[] = [];
  const tryPath = async (path: string) => {
    const response = await readPath(t, path);
    responses.push(response);
    const keySet = parseKeySet(response);
    const isFound = keySet !== null && (await verifySignature(keySet, session)) === 'valid';
    if (isFound) t.decide(JWKS_PATH_KEY, path, response);
    else if (keySet === null) observations.push(`${path} returns ${response.status}`);
    else observations.push(`${path} has no key that verifies the session`);
    return isFound;
  };
  const pathsInToken = toPaths(t, decodeHeader(session)?.['jku']);
  const usualPaths = listValuesToTry(t.ctx.settings.dialect, JWKS_PATH_KEY, [USUAL_PATH]);
  for (const path of new Set([...usualPaths, ...pathsInToken])) {
    if (path !== 'none' && (await tryPath(path))) return undefined;
  }
  const configuration = await readPath(t, CONFIGURATION_PATH);
  const [configured] = toPaths(t, toFields(configuration.body)?.['jwks_uri']);
  if (configured !== undefined && (await tryPath(configured))) return undefined;
  const description = `${observations.join(', ')}; keys may be published elsewhere or not at all.`;
  return t.recordInconclusive(JWKS_PATH_KEY, description, ...responses.slice(0, 1));
});

async function signInAndRecord(t: Probing) {
  const user = await signInAnyUser(t);
  t.ctx.knowledge.observations.recordSignIn(user.response, null);
  return user;
}

/** Returns the path of a URL below the base URL; an empty list for other URLs. */
function toPaths(t: Probing, url: unknown): readonly string[] {
  const base = t.ctx.settings.target;
  if (typeof url !== 'string' || !url.startsWith(`${base}/`)) return [];
  const path = url.slice(base.length);
  return PATH_PATTERN.test(path) ? [path] : [];
}

/** Reads a path, with client credentials only if required: public keys usually need none. */
async function readPath(t: Probing, path: string): Promise<HttpResponse> {
  const request: HttpRequest = {
    operation: null,
    method: 'GET',
    path,
    query: {},
    headers: { accept: 'application/json' },
  };
  const response = await t.send(request);
  if (!isUnauthorized(response.status)) return response;
  const { clientId, clientSecret } = t.app.credentials;
  const credentials = { 'service-client-id': clientId, 'service-client-secret': clientSecret };
  return t.send({ ...request, headers: { ...request.headers, ...credentials } });
}

function parseKeySet({ accepted, body }: HttpResponse): { keys: unknown[] } | null {
  const keys = accepted ? toFields(body)?.['keys'] : null;
  if (!Array.isArray(keys)) return null;
  return { keys: keys.filter((key) => findText(key, 'kty') !== null) };
}

function decodeHeader(session: string): Readonly<Record<string, unknown>> | null {
  try {
    return { ...decodeProtectedHeader(session) };
  } catch {
    return null;
  }
}

const TOKEN_KEYS = ['session.algorithm', 'session.ttl', 'session.subjectClaim'];

export const sessionProbes: ProbeGroup = {
  name: 'sessions',
  needs: ['identity.unknown'],
  sends: [],
  probes: [
    probe(TOKEN_KEYS, async (t) => {
      const { response, session, userId } = await signInAndRecord(t);
      const header = decodeHeader(session);
      const claims = decodeClaims(session);
      if (header === null || claims === null) {
        for (const key of TOKEN_KEYS) {
          t.recordInconclusive(key, 'The sessionJwt could not be decoded as a signed JWT.');
        }
        return;
      }
      if (ALGORITHMS.includes(header['alg']))
        t.decide('session.algorithm', header['alg'], response);
      else
        t.recordInconclusive(
          'session.algorithm',
          `The header has alg ${JSON.stringify(header['alg'])}.`,
        );
      decideLifetime(t, claims, response);
      decideSubject(t, claims, userId, response);
    }),
    keysProbe,
  ],
};

function decideLifetime(t: Probing, { exp, iat }: JWTPayload, response: HttpResponse): void {
  if (exp === undefined || iat === undefined) {
    t.recordInconclusive(
      'session.ttl',
      `The session has no ${exp === undefined ? 'exp' : 'iat'} claim.`,
    );
    return;
  }
  const seconds = Math.round(exp - iat);
  const ttl = toDialectDuration(seconds);
  if (ttl !== null) t.decide('session.ttl', ttl, response);
  else t.recordInconclusive('session.ttl', `exp is ${seconds} seconds after iat.`);
}

function decideSubject(
  t: Probing,
  claims: JWTPayload,
  userId: string | null,
  response: HttpResponse,
): void {
  const claimsWithId = userId === null ? [] : listClaimsWithId(claims, userId);
  const subject = chooseSubject(claimsWithId);
  if (subject !== undefined) t.decide('session.subjectClaim', subject, response);
  else if (claimsWithId.length > 0) {
    t.recordInconclusive(
      'session.subjectClaim',
      `Only claims with another meaning, or with an unsupported name, equal userMask.id: ${claimsWithId.join(', ')}.`,
    );
  } else
    t.recordInconclusive('session.subjectClaim', 'No claim of the session equals userMask.id.');
}

function decodeClaims(session: string): JWTPayload | null {
  try {
    return decodeJwt(session);
  } catch {
    return null;
  }
}
