import { createHmac, createPrivateKey, createSecretKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

import { batchResults } from '../../batch.ts';
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

/** Returns the signature of a JWS in the format of its algorithm (RFC 7518 §3.1, RFC 8037 §3.1). */
export type Signer = (input: Buffer) => Buffer | Promise<Buffer>;

const signInThread = promisify(sign);

/**
 * Signs on this thread where that takes microseconds: WebCrypto hands each signature to a thread, which costs
 * more than the signature. RSA takes a millisecond, so it goes to one.
 *
 * @throws TypeError when the key has no private part
 */
export function signerOf({ kid, algorithm, jwk }: SigningKey): Signer {
  const secret = algorithm === 'HS256' ? jwk.k : jwk.d;
  if (secret === undefined) throw new TypeError(`key ${kid} has no private part`);
  if (algorithm === 'HS256') {
    const key = createSecretKey(secret, 'base64url');
    return (input) => createHmac('sha256', key).update(input).digest();
  }
  return asymmetric(algorithm, createPrivateKey({ key: jwk, format: 'jwk' }));
}

function asymmetric(
  algorithm: Exclude<SigningAlgorithm, 'HS256'>,
  key: ReturnType<typeof createPrivateKey>,
): Signer {
  switch (algorithm) {
    case 'ES256':
      return batchResults((input) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }));
    case 'EdDSA':
      return batchResults((input) => sign(null, input, key));
    case 'RS256':
      return (input) => signInThread('sha256', input, key);
  }
}
