import { keccak_256 } from '@noble/hashes/sha3.js';
import { computeAddress, toChecksumAddress } from './address.ts';
import { createEthersCurve, createNativeCurve, type Curve } from './signatures/curve.ts';
import { normalize, type NormalizedSignature, type SignatureForm } from './signatures/normalize.ts';
import { isScalar } from './signatures/scalar.ts';
import { createBatchWithResults } from '../batch.ts';

export type { SignatureForm } from './signatures/normalize.ts';

/** Signatures of texts by wallets (EIP-191 personal_sign). */
export interface Signatures {
  /**
   * Recovers the wallet that signed a text. With another text or key the result is another address, not an
   * error, so the caller must compare the addresses.
   *
   * @param message signed as UTF-8
   * @param signature as received; see `normalize` for valid forms
   * @returns 0x and 40 hex digits in lower case; undefined for an invalid signature
   */
  recover(
    message: string,
    signature: string,
    accepts: ReadonlySet<SignatureForm>,
  ): Promise<string | undefined>;

  /**
   * Signs a text as a wallet does.
   *
   * @param privateKey 0x and 64 hex digits
   * @returns r, s and v (27 or 28), 65 bytes, as 0x and lower-case hex
   * @throws TypeError for an invalid key
   */
  sign(message: string, privateKey: string): Promise<string>;
}

export interface LoadedSignatures extends Signatures {
  /**
   * Returns the address of the wallet of a key.
   *
   * @param privateKey 0x and 64 hex digits
   * @returns 0x and 40 hex digits with EIP-55 checksum
   * @throws TypeError for an invalid key
   */
  computeAddress(privateKey: string): string;
}

/**
 * Loads the native curve if its binary loads, otherwise the curve of ethers, which is imported only then. Both
 * return the same results.
 *
 * @param native throws if there is no binary for this platform
 */
export async function loadSignatures(
  native: () => Curve = createNativeCurve,
): Promise<LoadedSignatures> {
  return createSignatures(tryLoad(native) ?? (await createEthersCurve()));
}

/** Loads the curve at the first signature, so that a sandbox starts without waiting for it. */
export function createLazySignatures(): Signatures {
  let loading: Promise<Signatures> | undefined;
  const load = () => (loading ??= loadSignatures());
  return {
    recover: async (...args) => (await load()).recover(...args),
    sign: async (...args) => (await load()).sign(...args),
  };
}

function tryLoad(load: () => Curve): Curve | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}

export function createSignatures(curve: Curve): LoadedSignatures {
  const recoverPublicKey = createBatchWithResults(
    ({ message, signature }: { message: string; signature: NormalizedSignature }) =>
      curve.recover(hashPersonalMessage(message), signature),
  );
  return {
    async recover(message, signature, accepts) {
      const normalized = normalize(signature, accepts);
      if (normalized === undefined) return undefined;
      const publicKey = await recoverPublicKey({ message, signature: normalized });
      return publicKey && computeAddress(publicKey);
    },
    async sign(message, privateKey) {
      const key = parsePrivateKey(privateKey);
      const { rs, recovery } = curve.sign(hashPersonalMessage(message), key);
      return `0x${Buffer.from(rs).toString('hex')}${recovery === 0 ? '1b' : '1c'}`;
    },
    computeAddress: (privateKey) =>
      toChecksumAddress(computeAddress(curve.computePublicKey(parsePrivateKey(privateKey)))),
  };
}

function parsePrivateKey(hex: string): Uint8Array {
  const digits = hex.slice(2).toLowerCase();
  if (!/^0x[0-9a-fA-F]{64}$/.test(hex) || !isScalar(digits)) {
    throw new TypeError(
      'a private key is 0x and 64 hex digits, greater than 0 and less than the order of secp256k1',
    );
  }
  return Buffer.from(digits, 'hex');
}

const PREFIX = '\x19Ethereum Signed Message:\n';

/**
 * Returns the 32 bytes that a wallet signs for a text (EIP-191, version 0x45, known as personal_sign): the
 * keccak of a prefix, the length in bytes and the text in UTF-8. A lone surrogate counts as U+FFFD.
 */
export function hashPersonalMessage(message: string): Uint8Array {
  return keccak_256(Buffer.from(`${PREFIX}${Buffer.byteLength(message)}${message}`));
}
