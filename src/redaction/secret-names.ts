/** Names of headers, parameters and fields whose values are secret. */
import { memoize } from '../bounded-cache.ts';

const SECRET_NAMES = [
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
];

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

/** Returns whether a name is the name of a secret; ignores case, hyphens and underscores. */
export const isSecretName = createNameMatcher([]);

/** Returns a function that recognizes names of secrets, and additional names. */
export function createNameMatcher(otherNames: readonly string[]): (name: string) => boolean {
  const folded = new Set([...SECRET_NAMES, ...otherNames].map(foldName));
  return memoize((name) => folded.has(foldName(name)));
}

const SUGGESTIVE =
  /secret|token|passw|passcode|api-?key|auth|cookie|session|credential|signature|jwt|otp/i;

/** Returns whether a name that is not in the contract suggests a secret value. */
export function suggestsSecret(name: string): boolean {
  return SUGGESTIVE.test(name);
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
