import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import type { JWK, ProtectedHeaderParameters } from 'jose';

import { BoundedCache } from '../bounded-cache.ts';
import { createKeyImporter, type ImportedKey } from './tokens/imported-keys.ts';
import { createSigningKey, toPublicJwk } from './tokens/signing-key.ts';
import type { SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

export type { SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

/** The claims of a token (RFC 7519 §4). */
export type Claims = Readonly<Record<string, unknown>>;

interface SessionClaims extends Claims {
  /** Seconds since the epoch. */
  readonly exp: number;
}

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
    createKey: createSigningKey,

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
     * Verifies a token with the key that its `kid` names and only the algorithm of that key; then checks `exp`.
     *
     * @param now milliseconds since the epoch; from `exp` on the token is expired (RFC 7519 §4.1.4)
     * @returns undefined for an invalid or expired token
     */
    async verify(
      keys: readonly SigningKey[],
      token: string,
      now: number,
    ): Promise<Claims | undefined> {
      const found = findKey(token, keys);
      if (found === undefined) return undefined;
      const key = await importKey(found);
      const cached = verified.get(token);
      const claims =
        cached?.key === key ? cached.claims : await verifyClaims(token, key, found.algorithm);
      if (claims === undefined) return undefined;
      verified.set(token, { key, claims });
      return now < claims.exp * 1000 ? claims : undefined;
    },

    /** Returns the JWKS (RFC 7517 §5), without secrets of HS256. */
    createJwks: (keys: readonly SigningKey[]): { keys: JWK[] } => ({
      keys: keys.map(toPublicJwk).filter((jwk) => jwk !== undefined),
    }),
  };
}

function findKey(token: string, keys: readonly SigningKey[]): SigningKey | undefined {
  const header = decodeHeader(token);
  const key = keys.find(({ kid }) => kid === header?.kid);
  // The algorithm comes from the key, not from the token: otherwise a token with HS256 could use the
  // bytes of a public key as secret (RFC 8725 §2.1).
  return key?.algorithm === header?.alg ? key : undefined;
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
  { verificationKey }: ImportedKey,
  algorithm: SigningAlgorithm,
): Promise<SessionClaims | undefined> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await compactVerify(token, verificationKey, { algorithms: [algorithm] });
    return readClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Returns whether each part is base64url without padding, white space or unused bits, which jose ignores. */
function isCanonical(token: string): boolean {
  return token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

const utf8 = new TextDecoder();

/** Reads the payload of a token; undefined if it is not a JSON object with a numeric `exp`. */
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
