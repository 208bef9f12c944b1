import type { NormalizedSignature } from './normalize.ts';

/** Operations on secp256k1. */
export interface Curve {
  /**
   * Recovers the key that signed a digest of 32 bytes (SEC 1 §4.1.6).
   *
   * @returns uncompressed, 65 bytes; undefined if no point matches the signature
   */
  recover(digest: Uint8Array, signature: NormalizedSignature): Uint8Array | undefined;

  /**
   * Signs a digest of 32 bytes with low S and the nonce of RFC 6979, so that every engine returns the same
   * signature.
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): NormalizedSignature;

  /** Returns the public key of a private one, uncompressed, 65 bytes. */
  publicKey(privateKey: Uint8Array): Uint8Array;
}
