import { CompactSign, compactVerify, importJWK } from 'jose';

import { toPublicJwk, type SigningKey } from './signing-key.ts';

/** Resolves to whether an external key can sign, and its public part verifies its signatures. */
export async function canSign(key: SigningKey): Promise<boolean> {
  const { algorithm, jwk } = key;
  if (jwk.d === undefined && jwk.k === undefined) return false;
  try {
    const signed = await new CompactSign(new Uint8Array())
      .setProtectedHeader({ alg: algorithm })
      .sign(await importJWK(jwk, algorithm));
    await compactVerify(signed, await importJWK(toPublicJwk(key) ?? jwk, algorithm), {
      algorithms: [algorithm],
    });
    return true;
  } catch {
    // Any error means that the key is invalid.
    return false;
  }
}
