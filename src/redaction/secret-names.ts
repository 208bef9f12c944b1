/** Names of headers, parameters and fields whose values are secret. */
import { BoundedCache } from '../bounded-cache.ts';

/** As `fold` writes them. */
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
 * Names of a one-time password beside that of the dialect. In a response `code` is an error or a flag, and
 * no response contains a one-time password.
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

/** More names than this are looked up anew: callers can invent ever new ones. */
const REMEMBERED_NAMES = 1000;

/** Whether a name, in any case and with any hyphens and underscores, is one of a secret. */
export function isSecretName(name: string, more: ReadonlySet<string> = NO_NAMES): boolean {
  const folded = fold(name);
  return SECRET_NAMES.has(folded) || more.has(folded);
}

/**
 * Returns a function that recognizes names of secrets, with a cache for frequent callers.
 *
 * @param more names beside the fixed ones
 */
export function secretNames(more: Iterable<string> = []): (name: string) => boolean {
  const folded = foldAll(more);
  const known = new BoundedCache<string, boolean>(REMEMBERED_NAMES);
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

/** Whether a name outside the contract shows that its value is a secret. */
export function suggestsSecret(name: string): boolean {
  return SUGGESTIVE.test(name);
}

export function foldAll(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names, fold));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
