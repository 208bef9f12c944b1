/** Reads the sessionJwt: a JSON Web Token (RFC 7519), signed (RFC 7515) or encrypted (RFC 7516). */
import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { toFields, findText, type Fields } from './fields.ts';

export interface SessionToken {
  readonly header: Fields;
  /**
   * The claims; null if they cannot be read: the token is encrypted, or its payload is another token
   * (RFC 7519, section 5.2).
   */
  readonly claims: Fields | null;
}

const SIGNED_PARTS = 3;
const ENCRYPTED_PARTS = 5;

/** Parses a token; returns an error message, such as `is not signed`, if it is invalid. */
export function readToken(token: string): SessionToken | string {
  const parts = token.split('.');
  if (!parts.every((part) => /^[\w-]*$/.test(part))) return 'has parts that are not base64url';
  const header = decodePart(parts[0]);
  if (header === null) return 'has no JSON object as its header';
  const alg = findText(header, 'alg');
  if (alg === null) return 'has no algorithm in its header';
  if (parts.length === ENCRYPTED_PARTS && findText(header, 'enc') !== null) {
    return { header, claims: null };
  }
  if (parts.length !== SIGNED_PARTS) return `has ${parts.length} parts`;
  if (alg.toLowerCase() === 'none' || parts[2] === '') return 'is not signed';
  if (findText(header, 'cty')?.toUpperCase() === 'JWT') return { header, claims: null };
  const claims = decodePart(parts[1]);
  return claims === null ? 'has no JSON object as its claims' : { header, claims };
}

/** Returns the claims of a token; null if the token is invalid or its claims cannot be read. */
export function readClaims(token: string): Fields | null {
  const parsed = readToken(token);
  return typeof parsed === 'string' ? null : parsed.claims;
}

/** Returns the token with other claims and the same signature. */
export function withClaims(token: string, claims: Fields): string {
  const [header = '', , signature = ''] = token.split('.');
  return [header, encodePart(claims), signature].join('.');
}

/** Returns an unsecured token with the claims (RFC 7519, section 6). */
export function createUnsignedToken(claims: Fields): string {
  return `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`;
}

/** Verifies the signature with a key set; returns `no key` if no key matches the token. */
export async function verifySignature(
  keySet: unknown,
  token: string,
): Promise<'valid' | 'invalid' | 'no key'> {
  try {
    await compactVerify(token, createLocalJWKSet(keySet as JSONWebKeySet));
    return 'valid';
  } catch (error) {
    // Without a kid, several keys may match (RFC 7517, section 4.5).
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAnyOf(error, token);
    return error instanceof errors.JWSSignatureVerificationFailed ? 'invalid' : 'no key';
  }
}

async function verifyWithAnyOf(
  keys: errors.JWKSMultipleMatchingKeys,
  token: string,
): Promise<'valid' | 'invalid'> {
  for await (const key of keys) {
    const isValid = await compactVerify(token, key).then(
      () => true,
      () => false,
    );
    if (isValid) return 'valid';
  }
  return 'invalid';
}

function decodePart(part: string | undefined): Fields | null {
  try {
    return toFields(JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

export function encodePart(fields: Fields): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}
