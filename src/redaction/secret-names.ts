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
 * What clients call a one-time password, besides the name that the dialect has. In a response `code`
 * is that of an error or a flag, and no response holds a one-time password.
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
 * Returns a function that tells the names of secrets and remembers them, for frequent callers.
 *
 * @param more names besides those that always are
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

/** Whether a name that no contract has says by itself that its value is a secret. */
export function suggestsSecret(name: string): boolean {
  return SUGGESTIVE.test(name);
}

export function foldAll(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names, fold));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
