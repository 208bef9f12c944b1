import { randomBytes } from 'node:crypto';
import { getAddress } from 'ethers/address';
import { keccak256, type Signature } from 'ethers/crypto';
import { concat, dataSlice, toUtf8Bytes } from 'ethers/utils';
import { computePublicKey, signDigest } from './secp256k1.ts';

/** The order of secp256k1 (SEC 2, section 2.4.1). */
const ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** A crypto wallet with a private key; it signs personal messages (EIP-191). */
export class SigningWallet {
  readonly #privateKey: string;
  /** The address: 0x and 40 hex digits, with the checksum of EIP-55. */
  readonly address: string;

  constructor(privateKey: string) {
    this.#privateKey = privateKey;
    // The address is the last 20 bytes of the hash of the public key without its 0x04 prefix.
    this.address = getAddress(dataSlice(keccak256(dataSlice(computePublicKey(privateKey), 1)), 12));
  }

  static create(): SigningWallet {
    return new SigningWallet(`0x${randomBytes(32).toString('hex')}`);
  }

  /** Returns two new wallets whose addresses end with the same four hex digits, ignoring case. */
  static createSimilarPair(): readonly [SigningWallet, SigningWallet] {
    const walletsByEnd = new Map<string, SigningWallet>();
    for (;;) {
      const wallet = SigningWallet.create();
      const end = wallet.address.slice(-4).toLowerCase();
      const similar = walletsByEnd.get(end);
      if (similar !== undefined) return [similar, wallet];
      walletsByEnd.set(end, wallet);
    }
  }

  /** @returns r, s and v: 65 bytes, in hex with 0x */
  sign(message: string): string {
    return this.#signMessage(message).serialized;
  }

  /** Returns the other valid signature: s in the upper half of the order, with the other parity. */
  signHighS(message: string): string {
    const { r, s, yParity } = this.#signMessage(message);
    const high = (ORDER - BigInt(s)).toString(16).padStart(64, '0');
    return `${r}${high}${yParity === 0 ? '1c' : '1b'}`;
  }

  /** Returns the signature in 64 bytes (EIP-2098). */
  signCompact(message: string): string {
    return this.#signMessage(message).compactSerialized;
  }

  #signMessage(message: string): Signature {
    return signDigest(hashMessage(message), this.#privateKey);
  }
}

/** Returns the digest of a personal message (EIP-191, version 0x45). */
function hashMessage(message: string): string {
  const bytes = toUtf8Bytes(message);
  const prefix = toUtf8Bytes(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  return keccak256(concat([prefix, bytes]));
}

/** Offset of the last hex digit of each part of a signature (0x and 65 bytes). */
const LAST_DIGIT = { r: 65, s: 129, v: 131 } as const;

/** Inverts the last bit of r or s, or the parity in v: 27 (0x1b) becomes 28 (0x1c) and vice versa. */
export function withFlippedBit(signature: string, part: keyof typeof LAST_DIGIT): string {
  const offset = LAST_DIGIT[part];
  const digit = Number.parseInt(signature.charAt(offset), 16);
  const flipped = part === 'v' ? digit ^ 0b0111 : digit ^ 0b0001;
  return `${signature.slice(0, offset)}${flipped.toString(16)}${signature.slice(offset + 1)}`;
}
