import { createHmac, createPublicKey, randomBytes } from 'node:crypto';
import type { SignedIn } from '../actors/flows.ts';
import { toFields, type Fields } from './fields.ts';
import { readToken, createUnsignedToken, withClaims } from './session-token.ts';

/** Hash functions of the symmetric signature algorithms (RFC 7518, section 3.2). */
const HMAC_HASHES: Readonly<Record<string, string>> = {
  HS256: 'sha256',
  HS384: 'sha384',
  HS512: 'sha512',
};

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
  const unsigned = `${encodeBase64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))}.${payload}`;
  const key = randomBytes(32);
  return [
    ...forged,
    ...signWithKnownSecrets(session, replaceUser(token.claims, user, other), secrets),
    ...replaceUser(token.claims, user, other).map((claims): [string, string] => [
      'with the id of another user',
      withClaims(session, claims),
    ]),
    ['with the algorithm none and no signature', createUnsignedToken(token.claims)],
    [
      'signed with an unknown key',
      `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`,
    ],
  ];
}

/** Returns tokens signed with each published key as a shared secret (RFC 8725, section 2.1). */
export function signWithPublicKeys(session: string, keySet: unknown): [string, string][] {
  const token = readToken(session);
  const keys = toFields(keySet)?.['keys'];
  if (typeof token === 'string' || !Array.isArray(keys)) return [];
  const [, payload = ''] = session.split('.');
  const header = encodeBase64url(JSON.stringify({ ...token.header, alg: 'HS256' }));
  return keys.flatMap((key: unknown): [string, string][] => {
    const pem = toPem(key);
    if (pem === null) return [];
    const signature = createHmac('sha256', pem).update(`${header}.${payload}`).digest('base64url');
    return [['signed with the public key as a secret', `${header}.${payload}.${signature}`]];
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
  const text = JSON.stringify(claims);
  if (user.userId === null || other.userId === null || user.userId === other.userId) return [];
  if (!text.includes(user.userId)) return [];
  const changedClaims = toFields(JSON.parse(text.replaceAll(user.userId, other.userId)));
  return changedClaims === null ? [] : [changedClaims];
}

/** Returns tokens for another user, signed with the secrets of the run. */
function signWithKnownSecrets(
  session: string,
  claims: readonly Fields[],
  secrets: readonly string[],
): [string, string][] {
  const [header = '', payload = '', signature = ''] = session.split('.');
  const token = readToken(session);
  const hash = typeof token === 'string' ? undefined : HMAC_HASHES[String(token.header['alg'])];
  if (hash === undefined) return [];
  const sign = (key: string, text: string) =>
    createHmac(hash, key).update(text).digest('base64url');
  const key = secrets.find((secret) => sign(secret, `${header}.${payload}`) === signature);
  if (key === undefined) return [];
  return claims.map((claimSet) => {
    const text = `${header}.${encodeBase64url(JSON.stringify(claimSet))}`;
    return ['of another user, signed with a secret of the client', `${text}.${sign(key, text)}`];
  });
}

function encodeBase64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
