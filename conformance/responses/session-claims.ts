/** What a sessionJwt says of itself (§5.8). */
import { fieldsOrNull } from './fields.ts';

const ALGORITHMS: readonly unknown[] = ['ES256', 'RS256', 'EdDSA', 'HS256'];

/** Claims with a meaning of their own (RFC 7519, RFC 8693). */
const REGISTERED = new Set(['exp', 'iat', 'jti', 'nbf', 'iss', 'aud', 'client_id']);
const CLAIM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Whether the dialect has a word for an algorithm. */
export function isKnownAlgorithm(algorithm: unknown): boolean {
  return ALGORITHMS.includes(algorithm);
}

/** Names of the claims that equal the id of the user. */
export function claimsWithId(claims: unknown, userId: string): readonly string[] {
  return Object.entries(fieldsOrNull(claims) ?? {}).flatMap(([name, value]) =>
    value === userId ? [name] : [],
  );
}

/** The one of them that can name the user; undefined where each has a meaning of its own. */
export function subjectAmong(names: readonly string[]): string | undefined {
  const usable = names.filter((name) => CLAIM_NAME.test(name) && !REGISTERED.has(name));
  return usable.includes('sub') ? 'sub' : usable[0];
}
