import { computeAddress, toChecksumAddress } from './address.ts';
import type { Curve } from './signatures/curve.ts';
import { createEthersCurve } from './signatures/ethers-curve.ts';
import { createNativeCurve } from './signatures/native-curve.ts';
import { normalize } from './signatures/normalize.ts';
import type {
  MalformedSignature,
  NormalizedSignature,
  SignatureForm,
} from './signatures/normalize.ts';
import { hashPersonalMessage } from './signatures/personal-message.ts';
import { isScalar } from './signatures/scalar.ts';
import { createBatchWithResults } from '../batch.ts';

export type { SignatureForm } from './signatures/normalize.ts';

/** Why no address can be recovered. `unrecoverable`: well formed, but without a matching key. */
export type SignatureRefusal = MalformedSignature | 'unrecoverable';

export type Recovery =
  | {
      readonly outcome: 'recovered';
      /** 0x and 40 hex digits in lower case. */
      readonly address: string;
    }
  | { readonly outcome: 'refused'; readonly reason: SignatureRefusal };

/** Signatures of texts by wallets (EIP-191 personal_sign). */
export interface Signatures {
  /**
   * Recovers the wallet that signed a text. With another text or key the result is another address, not an
   * error: the caller compares.
   *
   * @param message signed as UTF-8
   * @param signature as received; see `normalize` for valid forms
   */
  recover(
    message: string,
    signature: string,
    accepts: ReadonlySet<SignatureForm>,
  ): Promise<Recovery>;

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
 * Loads an engine: the native one if its binary loads, else ethers, which is imported only then. Both return
 * the same results.
 *
 * @param native throws if there is no binary for this platform
 */
export async function loadSignatures(
  native: () => Curve = createNativeCurve,
): Promise<LoadedSignatures> {
  return createSignatures(tryLoad(native) ?? (await createEthersCurve()));
}

/** Loads the engine at the first signature, so that a sandbox starts without waiting for it. */
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
      if (normalized.outcome === 'refused') return normalized;
      const publicKey = await recoverPublicKey({ message, signature: normalized });
      if (publicKey === undefined) return { outcome: 'refused', reason: 'unrecoverable' };
      return { outcome: 'recovered', address: computeAddress(publicKey) };
    },
    async sign(message, privateKey) {
      const key = parsePrivateKey(privateKey);
      const { rs, recovery } = curve.sign(hashPersonalMessage(message), key);
      return `0x${Buffer.from(rs).toString('hex')}${recovery === 0 ? '1b' : '1c'}`;
    },
    computeAddress: (privateKey) =>
      toChecksumAddress(computeAddress(curve.publicKey(parsePrivateKey(privateKey)))),
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
