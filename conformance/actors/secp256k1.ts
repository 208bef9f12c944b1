/**
 * Computes keys and signatures of secp256k1 with the C library. If the library does not load, uses
 * ethers, which is thirty times slower. Imports only parts of ethers: loading all of ethers takes longer
 * than detecting a dialect.
 */
import { createRequire } from 'node:module';
import { Signature, SigningKey } from 'ethers/crypto';
import { getBytes, hexlify } from 'ethers/utils';

type Library = Pick<typeof import('secp256k1'), 'ecdsaSign' | 'publicKeyCreate'>;

const library = loadLibrary();

function loadLibrary(): Library | null {
  try {
    // The main module of the package silently falls back to JavaScript.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as Library;
  } catch {
    return null;
  }
}

/** Returns the uncompressed public key: 0x and 130 hex digits. */
export function computePublicKey(privateKey: string): string {
  return library === null
    ? SigningKey.computePublicKey(privateKey)
    : hexlify(library.publicKeyCreate(getBytes(privateKey), false));
}

/** Signs 32 bytes, with low s and the deterministic nonce of RFC 6979. */
export function signDigest(digest: string, privateKey: string): Signature {
  if (library === null) return new SigningKey(privateKey).sign(digest);
  const { signature, recid } = library.ecdsaSign(getBytes(digest), getBytes(privateKey));
  return Signature.from({
    r: hexlify(signature.subarray(0, 32)),
    s: hexlify(signature.subarray(32)),
    v: recid === 0 ? 27 : 28,
  });
}
