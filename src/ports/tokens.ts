import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose';

import { BoundedCache } from '../bounded-cache.ts';
import { systemClock } from './clock.ts';
import { createKeyImporter, type ImportedKey } from './tokens/imported-keys.ts';
import { createSigningKey, toPublicJwk, SIGNING_ALGORITHMS } from './tokens/signing-key.ts';
import type { Jwk, SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

export type { SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

/** The claims of a token (RFC 7519 §4). */
export type Claims = Readonly<Record<string, unknown>>;

interface SessionClaims extends Claims {
  /** Seconds since the epoch. */
  readonly exp: number;
}

/**
 * Why a token is rejected. `algorithm`: it differs from that of the key, `none` included (RFC 8725 §3.1).
 * `unknownKey`: its `kid` is not in the list. `malformed`: not a JWT, or one without `exp`.
 */
export type TokenRefusal = 'malformed' | 'algorithm' | 'unknownKey' | 'signature' | 'expired';

export type TokenVerdict =
  | { readonly outcome: 'valid'; readonly claims: Claims }
  | { readonly outcome: 'refused'; readonly reason: TokenRefusal };

/** Session tokens (RFC 7519), signed with the keys of a workspace. */
export type Tokens = ReturnType<typeof createJoseTokens>;

const MAX_KEYS = 1024;
const MAX_TOKENS = 4096;

/** Session tokens, verified by jose. Its caches are bounded and only save time. */
export const joseTokens = createJoseTokens();

function createJoseTokens() {
  const importKey = createKeyImporter(MAX_KEYS);
  const verified = new BoundedCache<string, { key: ImportedKey; claims: SessionClaims }>(
    MAX_TOKENS,
  );

  return {
    /** Creates a key with a new kid. @param now for `createTime`, in milliseconds */
    createKey: (algorithm: SigningAlgorithm, now = systemClock.now()): Promise<SigningKey> =>
      createSigningKey(algorithm, now),

    /**
     * Signs claims as they are; `exp` and `iat` are seconds since the epoch (RFC 7519 §4.1).
     *
     * @returns a compact JWS (RFC 7515 §7.1) whose header has `alg`, `kid` and `typ: JWT`
     * @throws TypeError for a key without private part
     */
    async sign(key: SigningKey, claims: Claims): Promise<string> {
      const { header, sign } = await importKey(key);
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const input = `${header}.${payload}`;
      const signature = await sign(Buffer.from(input));
      return `${input}.${signature.toString('base64url')}`;
    },

    /**
     * Verifies a token with the key that its `kid` names, by that key's algorithm alone, then checks `exp`.
     *
     * @param now milliseconds since the epoch; from `exp` on the token is `expired`
     */
    async verify(keys: readonly SigningKey[], token: string, now: number): Promise<TokenVerdict> {
      const found = findKey(token, keys);
      if (typeof found === 'string') return { outcome: 'refused', reason: found };
      const key = await importKey(found);

      const cached = verified.get(token);
      if (cached?.key === key) return checkExpiry(cached.claims, now);

      const claims = await verifyClaims(token, key, found.algorithm);
      if (typeof claims === 'string') return { outcome: 'refused', reason: claims };
      verified.set(token, { key, claims });
      return checkExpiry(claims, now);
    },

    /** Returns the JWKS (RFC 7517 §5), without secrets of HS256. */
    createJwks: (keys: readonly SigningKey[]): { keys: Jwk[] } => ({
      keys: keys.map(toPublicJwk).filter((jwk) => jwk !== undefined),
    }),
  };
}

function findKey(token: string, keys: readonly SigningKey[]): SigningKey | TokenRefusal {
  const header = decodeHeader(token);
  if (header === undefined) return 'malformed';
  if (!SIGNING_ALGORITHMS.some((algorithm) => algorithm === header.alg)) return 'algorithm';
  const key = keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return 'unknownKey';
  // The algorithm comes from the key, not from the token: else HS256 with the bytes of
  // a public key as its secret would pass (RFC 8725 §2.1).
  return key.algorithm === header.alg ? key : 'algorithm';
}

function decodeHeader(token: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

async function verifyClaims(
  token: string,
  { verifying }: ImportedKey,
  algorithm: SigningAlgorithm,
): Promise<SessionClaims | TokenRefusal> {
  if (!isCanonical(token)) return 'malformed';
  try {
    const { payload } = await compactVerify(token, verifying, { algorithms: [algorithm] });
    return readClaims(payload) ?? 'malformed';
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
    if (error instanceof errors.JOSEError) return 'malformed';
    throw error;
  }
}

/** Returns whether each part is base64url without padding, white space or unused bits, which jose ignores. */
function isCanonical(token: string): boolean {
  return token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function checkExpiry(claims: SessionClaims, now: number): TokenVerdict {
  // RFC 7519 §4.1.4: not accepted on or after this time, which is in seconds.
  return now < claims.exp * 1000
    ? { outcome: 'valid', claims }
    : { outcome: 'refused', reason: 'expired' };
}

const utf8 = new TextDecoder();

/** Reads the payload of a token; undefined unless it is a JSON object with a numeric `exp`. */
function readClaims(payload: Uint8Array): SessionClaims | undefined {
  try {
    const claims: unknown = JSON.parse(utf8.decode(payload));
    return isSessionClaims(claims) ? Object.freeze(claims) : undefined;
  } catch {
    return undefined;
  }
}

function isSessionClaims(value: unknown): value is SessionClaims {
  return (
    typeof value === 'object' && value !== null && 'exp' in value && typeof value.exp === 'number'
  );
}
