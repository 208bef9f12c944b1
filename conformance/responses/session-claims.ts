import { toFields } from './fields.ts';

const ALGORITHMS: readonly unknown[] = ['ES256', 'RS256', 'EdDSA', 'HS256'];

/** Claims with a registered meaning (RFC 7519, RFC 8693). */
const REGISTERED = new Set(['exp', 'iat', 'jti', 'nbf', 'iss', 'aud', 'client_id']);
const CLAIM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Returns whether the dialect can express the signature algorithm of a sessionJwt (§5.8). */
export function isKnownAlgorithm(algorithm: unknown): boolean {
  return ALGORITHMS.includes(algorithm);
}

/** Returns the names of the claims that equal the user id. */
export function listClaimsWithId(claims: unknown, userId: string): readonly string[] {
  return Object.entries(toFields(claims) ?? {}).flatMap(([name, value]) =>
    value === userId ? [name] : [],
  );
}

/** Returns the claim that can identify the user; undefined if all have a registered meaning. */
export function chooseSubject(names: readonly string[]): string | undefined {
  const usable = names.filter((name) => CLAIM_NAME.test(name) && !REGISTERED.has(name));
  return usable.includes('sub') ? 'sub' : usable[0];
}
