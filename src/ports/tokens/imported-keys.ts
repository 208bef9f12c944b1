import { createHmac, createPrivateKey, createSecretKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

import { importJWK, type CryptoKey } from 'jose';

import { createBatchWithResults } from '../../batch.ts';
import { BoundedCache } from '../../bounded-cache.ts';
import { toPublicJwk, type SigningKey } from './signing-key.ts';

/** An imported key, stored because importing takes longer than signing. */
export interface ImportedKey {
  /** Returns the signature of a JWS in the format of its algorithm (RFC 7518 §3.1, RFC 8037 §3.1). */
  readonly sign: (input: Buffer) => Buffer | Promise<Buffer>;
  /** The encoded header that every token of this key begins with (RFC 7515 §7.1). */
  readonly header: string;
  readonly verificationKey: CryptoKey | Uint8Array;
}

/**
 * Returns a function that imports keys and caches them by kid. It rejects with TypeError for a key without
 * private part.
 */
export function createKeyImporter(limit: number): (key: SigningKey) => Promise<ImportedKey> {
  const cache = new BoundedCache<string, { secret: string; imported: ImportedKey }>(limit);
  return async (key) => {
    const { kid, algorithm: alg, jwk } = key;
    const secret = jwk.d ?? jwk.k;
    if (secret === undefined) throw new TypeError(`key ${kid} has no private part`);
    const cached = cache.get(kid);
    // A snapshot edited by hand can have the same kid for two keys.
    if (cached?.secret === secret) return cached.imported;

    const imported = {
      sign: createSigner(key, secret),
      header: Buffer.from(JSON.stringify({ alg, kid, typ: 'JWT' })).toString('base64url'),
      verificationKey: await importJWK(toPublicJwk(key) ?? jwk, alg),
    };
    cache.set(kid, { secret, imported });
    return imported;
  };
}

const signOnOtherThread = promisify(sign);

/**
 * Returns the signing function of a key. RSA takes a millisecond, so it runs on another thread. The others take
 * microseconds and run on this thread: WebCrypto, which always uses another thread, would be slower.
 */
function createSigner({ algorithm, jwk }: SigningKey, secret: string): ImportedKey['sign'] {
  if (algorithm === 'HS256') {
    const key = createSecretKey(secret, 'base64url');
    return (input) => createHmac('sha256', key).update(input).digest();
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  switch (algorithm) {
    case 'ES256':
      return createBatchWithResults((input) =>
        sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }),
      );
    case 'EdDSA':
      return createBatchWithResults((input) => sign(null, input, key));
    case 'RS256':
      return (input) => signOnOtherThread('sha256', input, key);
  }
}
