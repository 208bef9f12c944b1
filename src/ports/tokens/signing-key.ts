import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, generateSecret, type JWK } from 'jose';

/** The algorithms that a session token may be signed with (RFC 7518 §3.1, RFC 8037 §3.1). */
export type SigningAlgorithm = 'ES256' | 'RS256' | 'EdDSA' | 'HS256';

/** A private key of a workspace, as plain data. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** The private key, or the secret of HS256 (RFC 7517). */
  readonly jwk: JWK;
  /** ISO 8601 UTC with milliseconds. */
  readonly createTime: string;
}

/** The public members of a JWK, as an allow-list. */
const PUBLIC_MEMBERS = {
  ES256: ['kty', 'crv', 'x', 'y'],
  RS256: ['kty', 'n', 'e'],
  EdDSA: ['kty', 'crv', 'x'],
} as const satisfies Record<Exclude<SigningAlgorithm, 'HS256'>, readonly (keyof JWK)[]>;

/** Creates a random key; a key from the seed (`draws.ts`) would not be secret. RSA keys have 2048 bits. */
export async function createSigningKey(
  algorithm: SigningAlgorithm,
  now: number,
): Promise<SigningKey> {
  const extractable = true;
  const key =
    algorithm === 'HS256'
      ? await generateSecret(algorithm, { extractable })
      : (await generateKeyPair(algorithm, { extractable })).privateKey;
  return {
    kid: randomUUID(),
    algorithm,
    jwk: await exportJWK(key),
    createTime: new Date(now).toISOString(),
  };
}

/** Returns the public key, for a JWKS or for verification; undefined for HS256. */
export function toPublicJwk({ kid, algorithm, jwk }: SigningKey): JWK | undefined {
  if (algorithm === 'HS256') return undefined;
  const members = PUBLIC_MEMBERS[algorithm].map((name) => [name, jwk[name]] as const);
  return { ...Object.fromEntries(members), kid, alg: algorithm, use: 'sig' };
}
