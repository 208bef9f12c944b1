import { createRequire } from 'node:module';
import type { NormalizedSignature } from './normalize.ts';

export interface Curve {
  /**
   * Recovers the key that signed a digest of 32 bytes (SEC 1 §4.1.6).
   *
   * @returns uncompressed, 65 bytes; undefined if no point matches the signature
   */
  recover(digest: Uint8Array, signature: NormalizedSignature): Uint8Array | undefined;

  /**
   * Signs a digest of 32 bytes with low S and the nonce of RFC 6979, so that all implementations return the
   * same signature.
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): NormalizedSignature;

  /** Returns the public key of a private key, uncompressed, 65 bytes. */
  computePublicKey(privateKey: Uint8Array): Uint8Array;
}

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
        return undefined; // no point has this x coordinate
      }
    },
    sign(digest, privateKey) {
      const { signature, recid } = bindings.ecdsaSign(digest, privateKey);
      return { rs: signature, recovery: recid === 0 ? 0 : 1 };
    },
    computePublicKey: (privateKey) => bindings.publicKeyCreate(privateKey, false),
  };
}

/**
 * Creates secp256k1 in JavaScript, by ethers. It works on every platform, but some thirty times slower than
 * the native curve.
 */
export async function createEthersCurve(): Promise<Curve> {
  const { Signature, SigningKey } = await import('ethers/crypto');
  return {
    recover(digest, { rs, recovery }) {
      const r = toHex(rs.subarray(0, 32));
      const s = toHex(rs.subarray(32));
      try {
        const key = SigningKey.recoverPublicKey(digest, Signature.from({ r, s, v: recovery }));
        return toBytes(key);
      } catch {
        return undefined; // no point has this x coordinate
      }
    },
    sign(digest, privateKey) {
      const { r, s, yParity } = new SigningKey(toHex(privateKey)).sign(digest);
      return { rs: Buffer.concat([toBytes(r), toBytes(s)]), recovery: yParity };
    },
    computePublicKey: (privateKey) => toBytes(SigningKey.computePublicKey(privateKey, false)),
  };
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Returns the bytes of a hexadecimal text that starts with 0x. */
export function toBytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
