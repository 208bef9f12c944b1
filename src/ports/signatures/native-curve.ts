import { createRequire } from 'node:module';

import type { Curve } from './curve.ts';

type Bindings = Pick<typeof import('secp256k1'), 'ecdsaRecover' | 'ecdsaSign' | 'publicKeyCreate'>;

/**
 * Creates secp256k1 by libsecp256k1, from the prebuilt binary of the secp256k1 package.
 *
 * @throws Error when there is no binary for this platform, or it doesn't load
 */
export function createNativeCurve(): Curve {
  // The main module silently falls back to slow JavaScript: load the bindings directly.
  const bindings = createRequire(import.meta.url)('secp256k1/bindings.js') as Bindings;
  return {
    recover(digest, { rs, recovery }) {
      try {
        return bindings.ecdsaRecover(rs, recovery, digest, false);
      } catch {
        return undefined; // r is the x of no point
      }
    },
    sign(digest, privateKey) {
      const { signature, recid } = bindings.ecdsaSign(digest, privateKey);
      return { rs: signature, recovery: recid === 0 ? 0 : 1 };
    },
    publicKey: (privateKey) => bindings.publicKeyCreate(privateKey, false),
  };
}
