/** Names of headers, parameters and fields whose values are secret. */
import { BoundedCache } from '../bounded-cache.ts';

/** Normalized by `fold`. */
const SECRET_NAMES: ReadonlySet<string> = foldAll([
  'service-client-secret',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'sessionJwt',
  'accessToken',
  'controlToken',
  'token',
  'signature',
  'otp',
  'secret',
  'clientSecret',
  'privateKey',
  'mnemonic',
  'jwk',
]);

/**
 * Usual names of a one-time password, in addition to the name in the dialect. For requests only: in a
 * response, `code` is an error or a flag.
 */
export const CODE_NAMES: readonly string[] = [
  'otp',
  'otpCode',
  'code',
  'passcode',
  'password',
  'pin',
  'token',
  'oneTimePassword',
  'oneTimeCode',
  'verificationCode',
  'smsCode',
  'emailCode',
];

const NO_NAMES: ReadonlySet<string> = new Set();

/** Limit of the cache, because clients can send any number of names. */
const MAX_CACHED_NAMES = 1000;

/** Returns whether a name is that of a secret; ignores case, hyphens and underscores. */
export function isSecretName(name: string, more: ReadonlySet<string> = NO_NAMES): boolean {
  const folded = fold(name);
  return SECRET_NAMES.has(folded) || more.has(folded);
}

/**
 * Returns a function that recognizes names of secrets, with a cache for frequent callers.
 *
 * @param more additional names
 */
export function secretNames(more: Iterable<string> = []): (name: string) => boolean {
  const folded = foldAll(more);
  const known = new BoundedCache<string, boolean>(MAX_CACHED_NAMES);
  return (name) => {
    let secret = known.get(name);
    if (secret === undefined) {
      secret = isSecretName(name, folded);
      known.set(name, secret);
    }
    return secret;
  };
}

const SUGGESTIVE =
  /secret|token|passw|passcode|api-?key|auth|cookie|session|credential|signature|jwt|otp/i;

/** Returns whether a name that is not in the contract suggests a secret value. */
export function suggestsSecret(name: string): boolean {
  return SUGGESTIVE.test(name);
}

export function foldAll(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names, fold));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
