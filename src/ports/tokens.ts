import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import type { ProtectedHeaderParameters } from 'jose';

import { BoundedCache } from '../bounded-cache.ts';
import { systemClock } from './clock.ts';
import { readClaims } from './tokens/claims.ts';
import type { Claims, SessionClaims } from './tokens/claims.ts';
import { importedKeys } from './tokens/imported-keys.ts';
import type { ImportedKey } from './tokens/imported-keys.ts';
import { makeSigningKey, publicJwkOf, SIGNING_ALGORITHMS } from './tokens/signing-key.ts';
import type { Jwk, SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

export type { Claims } from './tokens/claims.ts';
export type { SigningAlgorithm, SigningKey } from './tokens/signing-key.ts';

/**
 * Why a token is not taken. `algorithm`: another one than the key's, `none` included (RFC 8725 §3.1).
 * `unknownKey`: it names no key of the list. `malformed`: not a JWT, or one without `exp`.
 */
export type TokenRefusal = 'malformed' | 'algorithm' | 'unknownKey' | 'signature' | 'expired';

export type TokenVerdict =
  | { readonly outcome: 'valid'; readonly claims: Claims }
  | { readonly outcome: 'refused'; readonly reason: TokenRefusal };

/** Session tokens (RFC 7519), signed with the keys of a workspace. */
export interface Tokens {
  /**
   * Creates a key with a new kid.
   *
   * @param at milliseconds since the epoch, for `createTime`; default: the system time
   */
  makeKey(algorithm: SigningAlgorithm, at?: number): Promise<SigningKey>;

  /**
   * Signs claims, which are written as they are: `exp` and `iat` are the caller's, in seconds since
   * the epoch (RFC 7519 §4.1).
   *
   * @returns a compact JWS (RFC 7515 §7.1) whose header has `alg`, `kid` and `typ: JWT`
   * @throws TypeError when the key has no private part
   */
  sign(key: SigningKey, claims: Claims): Promise<string>;

  /**
   * Checks a token against the key that its `kid` names, by that key's algorithm alone, then
   * judges its `exp`.
   *
   * @param at milliseconds since the epoch; from `exp` on the token is `expired`
   */
  verify(keys: readonly SigningKey[], token: string, at: number): Promise<TokenVerdict>;

  /** The JWKS (RFC 7517 §5). The secret of HS256 is never in it. */
  publicKeys(keys: readonly SigningKey[]): { keys: Jwk[] };
}

type Refused = { readonly outcome: 'refused'; readonly reason: TokenRefusal };

/** A token whose signature was verified, and the key. */
interface VerifiedToken {
  readonly key: ImportedKey;
  readonly claims: SessionClaims;
}

const KEPT_KEYS = 1024;
const KEPT_TOKENS = 4096;

/** Session tokens, verified by jose. Its caches are bounded and only save time. */
export const joseTokens: Tokens = createJoseTokens();

function createJoseTokens(): Tokens {
  const imported = importedKeys(KEPT_KEYS);
  const verified = new BoundedCache<string, VerifiedToken>(KEPT_TOKENS);

  return {
    makeKey: (algorithm, at = systemClock.now()) => makeSigningKey(algorithm, at),

    async sign(key, claims) {
      const { header, sign } = await imported.get(key);
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const input = `${header}.${payload}`;
      const signature = await sign(Buffer.from(input));
      return `${input}.${signature.toString('base64url')}`;
    },

    async verify(keys, token, at) {
      const named = keyNamedBy(token, keys);
      if (named.outcome === 'refused') return named;
      const key = await imported.get(named.key);

      const known = verified.get(token);
      if (known?.key === key) return judgeExpiry(known.claims, at);

      const checked = await checkSignature(token, key, named.key.algorithm);
      if (checked.outcome === 'refused') return checked;
      verified.set(token, { key, claims: checked.claims });
      return judgeExpiry(checked.claims, at);
    },

    publicKeys: (keys) => ({ keys: keys.map(publicJwkOf).filter((jwk) => jwk !== undefined) }),
  };
}

function keyNamedBy(
  token: string,
  keys: readonly SigningKey[],
): { readonly outcome: 'named'; readonly key: SigningKey } | Refused {
  const header = headerOf(token);
  if (header === undefined) return refused('malformed');
  if (!SIGNING_ALGORITHMS.some((algorithm) => algorithm === header.alg)) {
    return refused('algorithm');
  }
  const key = keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return refused('unknownKey');
  // The algorithm comes from the key, not from the token: else HS256 with the bytes of
  // a public key as its secret would pass (RFC 8725 §2.1).
  return key.algorithm === header.alg ? { outcome: 'named', key } : refused('algorithm');
}

function headerOf(token: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

async function checkSignature(
  token: string,
  { verifying }: ImportedKey,
  algorithm: SigningAlgorithm,
): Promise<{ readonly outcome: 'right'; readonly claims: SessionClaims } | Refused> {
  try {
    const { payload } = await compactVerify(token, verifying, { algorithms: [algorithm] });
    const claims = readClaims(payload);
    return claims === undefined ? refused('malformed') : { outcome: 'right', claims };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return refused('signature');
    if (error instanceof errors.JOSEError) return refused('malformed');
    throw error;
  }
}

function judgeExpiry(claims: SessionClaims, at: number): TokenVerdict {
  // RFC 7519 §4.1.4: not accepted on or after this time, which is in seconds.
  return at < claims.exp * 1000 ? { outcome: 'valid', claims } : refused('expired');
}

function refused(reason: TokenRefusal): Refused {
  return { outcome: 'refused', reason };
}
