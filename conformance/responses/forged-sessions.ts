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
import { readToken, createUnsignedToken, encodePart, withClaims } from './session-token.ts';

/** Hash functions of the symmetric signature algorithms (RFC 7518, section 3.2). */
const HMAC_HASHES: ReadonlyMap<unknown, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);

/** Returns forged tokens with descriptions; one of the secrets may be the signing key. */
export function forgeSessions(
  user: SignedIn,
  other: SignedIn,
  secrets: readonly string[] = [],
): [string, string][] {
  const session = user.session ?? '';
  const token = readToken(session);
  const [header = '', payload = '', signature = ''] = session.split('.');
  const middle = Math.floor(signature.length / 2);
  const flipped = signature[middle] === 'A' ? 'B' : 'A';
  const tampered = `${signature.slice(0, middle)}${flipped}${signature.slice(middle + 1)}`;
  const forged: [string, string][] = [
    ['with a different signature', `${header}.${payload}.${tampered}`],
    ['without its signature', `${header}.${payload}.`],
  ];
  if (typeof token === 'string' || token.claims === null) return forged;
  const claimsOfOther = replaceUser(token.claims, user, other);
  const signingInput = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${payload}`;
  return [
    ...forged,
    ...signWithKnownSecrets(session, claimsOfOther, secrets),
    ...claimsOfOther.map((claims): [string, string] => [
      'with the id of another user',
      withClaims(session, claims),
    ]),
    ['with the algorithm none and no signature', createUnsignedToken(token.claims)],
    [
      'with the algorithm NONE and no signature',
      `${encodePart({ alg: 'NONE', typ: 'JWT' })}.${payload}.`,
    ],
    [
      'with an unknown key id, signed with an empty key',
      sign(`${encodePart({ alg: 'HS256', typ: 'JWT', kid: 'unknown' })}.${payload}`, 'sha256', ''),
    ],
    ['signed with the key in its header', signWithEmbeddedKey(token.header, payload)],
    ['signed with an unknown key', sign(signingInput, 'sha256', randomBytes(32))],
  ];
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

/** Returns the claims with the id of the other user; empty if they would not change. */
function replaceUser(claims: Fields, user: SignedIn, other: SignedIn): Fields[] {
  const { userId } = user;
  const otherId = other.userId;
  if (userId === null || otherId === null) return [];
  const replaceId = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.split(userId).join(otherId) : value;
  const newClaims = toFields(JSON.parse(JSON.stringify(claims), replaceId));
  return newClaims === null || isDeepStrictEqual(newClaims, claims) ? [] : [newClaims];
}

/** Returns tokens for another user, signed with the secrets of the run. */
function signWithKnownSecrets(
  session: string,
  claims: readonly Fields[],
  secrets: readonly string[],
): [string, string][] {
  const [header = '', payload = ''] = session.split('.');
  const token = readToken(session);
  const hash = typeof token === 'string' ? undefined : HMAC_HASHES.get(token.header['alg']);
  if (hash === undefined) return [];
  const key = secrets.find((secret) => sign(`${header}.${payload}`, hash, secret) === session);
  if (key === undefined) return [];
  return claims.map((claimSet) => [
    'of another user, signed with a secret of the client',
    sign(`${header}.${encodePart(claimSet)}`, hash, key),
  ]);
}

function sign(signingInput: string, hash: string, key: string | Buffer): string {
  const signature = createHmac(hash, key).update(signingInput).digest('base64url');
  return `${signingInput}.${signature}`;
}
