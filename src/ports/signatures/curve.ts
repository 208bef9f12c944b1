import type { NormalisedSignature } from './normalise.ts';

/** Operations on secp256k1. */
export interface Curve {
  /**
   * Recovers the key that signed a digest (SEC 1 §4.1.6).
   *
   * @param digest 32 bytes
   * @returns the public key, uncompressed, 65 bytes; undefined when no point fits the signature
   */
  recover(digest: Uint8Array, signature: NormalisedSignature): Uint8Array | undefined;

  /**
   * Signs a digest with low S and the nonce of RFC 6979, so that every engine returns the same signature.
   *
   * @param digest 32 bytes
   * @param privateKey 32 bytes, a number from 1 to below the order
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): NormalisedSignature;

  /**
   * The public key of a private one.
   *
   * @param privateKey 32 bytes, a number from 1 to below the order
   * @returns uncompressed, 65 bytes
   */
  publicKey(privateKey: Uint8Array): Uint8Array;
}
