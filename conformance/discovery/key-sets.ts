/** Detects the location of the public keys of sessions (§5.8, RFC 7517). */
import { decodeProtectedHeader } from 'jose';
import { toFields, findText } from '../responses/fields.ts';
import { verifySignature } from '../responses/session-token.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { probe, type Probing } from './define-probe.ts';
import { signInAnyUser } from './signed-in-user.ts';
import { listValuesToTry } from './values-to-try.ts';

const KEY = 'session.jwksPath';

const USUAL_PATH = '/.well-known/jwks.json';
/** Path of the document with the location of the keys (OpenID Connect Discovery, section 4). */
const CONFIGURATION_PATH = '/.well-known/openid-configuration';

const PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

export const keysProbe = probe([KEY], async (t) => {
  const { response: signIn, session } = await signInAndRecord(t);
  // A symmetric key is secret, so it is not published.
  if (decodeHeader(session)?.['alg'] === 'HS256') return t.decide(KEY, 'none', signIn);
  const observations: string[] = [];
  const responses: HttpResponse[] = [];
  const tryPath = async (path: string) => {
    const response = await get(t, path);
    responses.push(response);
    const keySet = parseKeySet(response);
    const isFound = keySet !== null && (await verifySignature(keySet, session)) === 'valid';
    if (isFound) t.decide(KEY, path, response);
    else if (keySet === null) observations.push(`${path} returns ${response.status}`);
    else observations.push(`${path} has no key that verifies the session`);
    return isFound;
  };
  const pathsInToken = toPaths(t, decodeHeader(session)?.['jku']);
  const usualPaths = listValuesToTry(t.ctx.settings.dialect, KEY, [USUAL_PATH]);
  for (const path of new Set([...usualPaths, ...pathsInToken])) {
    if (path !== 'none' && (await tryPath(path))) return undefined;
  }
  const configuration = await get(t, CONFIGURATION_PATH);
  const [configured] = toPaths(t, toFields(configuration.body)?.['jwks_uri']);
  if (configured !== undefined && (await tryPath(configured))) return undefined;
  const description = `${observations.join(', ')}; keys may be published elsewhere or not at all.`;
  return t.leaveOpen(KEY, description, ...responses.slice(0, 1));
});

export async function signInAndRecord(t: Probing) {
  const user = await signInAnyUser(t);
  t.ctx.knowledge.observations.recordSignIn(user.response, null);
  return user;
}

/** Returns the path of a URL below the base URL; an empty list for other URLs. */
function toPaths(t: Probing, url: unknown): readonly string[] {
  const base = t.ctx.settings.target;
  if (typeof url !== 'string' || !url.startsWith(`${base}/`)) return [];
  const path = url.slice(base.length);
  return PATH.test(path) ? [path] : [];
}

/** Reads a path, with client credentials only if required: public keys usually need none. */
async function get(t: Probing, path: string): Promise<HttpResponse> {
  const request: HttpRequest = {
    operation: null,
    method: 'GET',
    path,
    query: {},
    headers: { accept: 'application/json' },
  };
  const response = await t.send(request);
  if (response.status !== 401 && response.status !== 403) return response;
  const { clientId, clientSecret } = t.app.credentials;
  const credentials = { 'service-client-id': clientId, 'service-client-secret': clientSecret };
  return t.send({ ...request, headers: { ...request.headers, ...credentials } });
}

/** Returns the keys of a response, without items that are no keys; null if it is not a key set. */
function parseKeySet({ accepted, body }: HttpResponse): { keys: unknown[] } | null {
  const keys = accepted ? toFields(body)?.['keys'] : null;
  if (!Array.isArray(keys)) return null;
  return { keys: keys.filter((key) => findText(key, 'kty') !== null) };
}

export function decodeHeader(session: string): Readonly<Record<string, unknown>> | null {
  try {
    return { ...decodeProtectedHeader(session) };
  } catch {
    return null;
  }
}
