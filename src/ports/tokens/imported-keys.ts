import { importJWK } from 'jose';
import type { CryptoKey } from 'jose';

import { BoundedCache } from '../../bounded-cache.ts';
import { signerOf } from './signer.ts';
import type { Signer } from './signer.ts';
import { publicJwkOf } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/** A key as the platform wants it. Importing costs more than signing does. */
export interface ImportedKey {
  readonly sign: Signer;
  /** What every token of this key begins with: its header, encoded (RFC 7515 §7.1). */
  readonly header: string;
  readonly verifying: CryptoKey | Uint8Array;
}

/** Imports keys and caches them by kid. */
export interface ImportedKeys {
  /** @throws TypeError when the key has no private part */
  get(key: SigningKey): Promise<ImportedKey>;
}

/** @param limit maximum number of cached keys */
export function importedKeys(limit: number): ImportedKeys {
  const kept = new BoundedCache<string, { privatePart: string; imported: ImportedKey }>(limit);
  return {
    async get(key) {
      const privatePart = key.jwk.d ?? key.jwk.k;
      if (privatePart === undefined) throw new TypeError(`key ${key.kid} has no private part`);
      const known = kept.get(key.kid);
      // A snapshot edited by hand may give the kid of one key to another.
      if (known?.privatePart === privatePart) return known.imported;

      const imported = await importKey(key);
      kept.set(key.kid, { privatePart, imported });
      return imported;
    },
  };
}

async function importKey(key: SigningKey): Promise<ImportedKey> {
  const { kid, algorithm: alg } = key;
  return {
    sign: signerOf(key),
    header: Buffer.from(JSON.stringify({ alg, kid, typ: 'JWT' })).toString('base64url'),
    verifying: await importJWK(publicJwkOf(key) ?? key.jwk, alg),
  };
}
