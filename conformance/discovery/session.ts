/** The sessionJwt (§5.8). */
import {
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
} from 'jose';
import { fieldsOrNull, textIn } from '../parties/user-view.ts';
import type { Call, Reply } from '../target/call.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { isoDuration } from './duration-text.ts';
import { somebody } from './somebody.ts';

const ALGORITHMS: readonly unknown[] = ['ES256', 'RS256', 'EdDSA', 'HS256'];
/** Where public keys are looked for. */
export const USUAL_JWKS_PATH = '/.well-known/jwks.json';

/** Claims with a meaning of their own (RFC 7519, RFC 8693). */
const REGISTERED = new Set(['exp', 'iat', 'jti', 'nbf', 'iss', 'aud', 'client_id']);
const CLAIM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const sessionProbes: ProbeGroup = {
  name: 'sessions',
  probes: [
    probe(['session.algorithm', 'session.ttl', 'session.subjectClaim'], async (t) => {
      const { reply, session, userId } = await signedIn(t);
      const header = headerOf(session);
      const claims = claimsOf(session);
      if (header === null || claims === null) {
        const seen = 'The sessionJwt can not be read as a signed JWT.';
        t.leaveOpen('session.algorithm', seen);
        t.leaveOpen('session.ttl', seen);
        t.leaveOpen('session.subjectClaim', seen);
        return;
      }
      if (ALGORITHMS.includes(header['alg'])) t.decide('session.algorithm', header['alg'], reply);
      else t.leaveOpen('session.algorithm', `The header says ${JSON.stringify(header['alg'])}.`);
      lifetime(t, claims, reply);
      subject(t, claims, userId, reply);
    }),
    probe(['session.jwksPath'], async (t) => {
      const { reply: signIn, session } = await signedIn(t);
      // A secret is published nowhere.
      if (headerOf(session)?.['alg'] === 'HS256') {
        return t.decide('session.jwksPath', 'none', signIn);
      }
      const reply = await keySet(t);
      const keys = keySetIn(reply);
      if (keys === null) {
        if (reply.status < 400 || reply.status >= 500) {
          t.leaveOpen('session.jwksPath', `${USUAL_JWKS_PATH} is answered with ${reply.status}.`);
        } else t.decide('session.jwksPath', 'none', reply);
      } else if (await verifies(session, keys)) {
        t.decide('session.jwksPath', USUAL_JWKS_PATH, reply);
      } else {
        t.leaveOpen(
          'session.jwksPath',
          `${USUAL_JWKS_PATH} serves a key set, and none of its keys verifies the session.`,
        );
      }
    }),
  ],
};

async function signedIn(t: Probing) {
  const user = await somebody(t);
  t.around.knowledge.sightings.signIn(user.reply, null);
  return user;
}

function lifetime(t: Probing, { exp, iat }: JWTPayload, reply: Reply): void {
  if (exp === undefined || iat === undefined) {
    t.leaveOpen('session.ttl', `The session has no ${exp === undefined ? 'exp' : 'iat'} claim.`);
    return;
  }
  const seconds = Math.round(exp - iat);
  if (seconds > 0) t.decide('session.ttl', isoDuration(seconds), reply);
  else t.leaveOpen('session.ttl', `exp is ${seconds} seconds after iat.`);
}

function subject(t: Probing, claims: JWTPayload, userId: string | null, reply: Reply): void {
  const equal = Object.keys(claims).filter((name) => userId !== null && claims[name] === userId);
  const usable = equal.filter((name) => CLAIM_NAME.test(name) && !REGISTERED.has(name));
  const claim = usable.includes('sub') ? 'sub' : usable[0];
  if (claim !== undefined) t.decide('session.subjectClaim', claim, reply);
  else if (equal.length > 0) {
    t.leaveOpen('session.subjectClaim', `The claim ${equal.join(', ')} equals userMask.id.`);
  } else t.leaveOpen('session.subjectClaim', 'No claim of the session equals userMask.id.');
}

/** Public keys need no credentials; where they are asked for all the same, they are shown. */
async function keySet(t: Probing): Promise<Reply> {
  const call: Call = {
    operation: null,
    method: 'GET',
    path: USUAL_JWKS_PATH,
    query: {},
    headers: { accept: 'application/json' },
  };
  const reply = await t.send(call);
  if (reply.status !== 401 && reply.status !== 403) return reply;
  const { clientId, clientSecret } = t.flows.app.credentials;
  const credentials = { 'service-client-id': clientId, 'service-client-secret': clientSecret };
  return t.send({ ...call, headers: { ...call.headers, ...credentials } });
}

function keySetIn({ accepted, body }: Reply): JSONWebKeySet | null {
  const keys = accepted ? fieldsOrNull(body)?.['keys'] : null;
  if (!Array.isArray(keys)) return null;
  return { keys: keys.filter(isKey) };
}

function isKey(key: unknown): key is JWK {
  return textIn(fieldsOrNull(key), 'kty') !== null;
}

/** Its signature only: the clock of a deployment need not be ours. */
async function verifies(session: string, keys: JSONWebKeySet): Promise<boolean> {
  try {
    await compactVerify(session, createLocalJWKSet(keys));
    return true;
  } catch {
    return false;
  }
}

function headerOf(session: string): Readonly<Record<string, unknown>> | null {
  try {
    return { ...decodeProtectedHeader(session) };
  } catch {
    return null;
  }
}

function claimsOf(session: string): JWTPayload | null {
  try {
    return decodeJwt(session);
  } catch {
    return null;
  }
}
