import { randomBytes } from 'node:crypto';
import { SigningKey, computeAddress, hashMessage } from 'ethers';

/** A crypto wallet whose key the run has; it signs as wallets do (EIP-191, personal message). */
export class SigningWallet {
  readonly #key: SigningKey;
  /** 0x and 40 hex digits, with the checksum of EIP-55. */
  readonly address: string;

  constructor(privateKey: string) {
    this.#key = new SigningKey(privateKey);
    this.address = computeAddress(this.#key);
  }

  /** One that nobody has seen before. */
  static fresh(): SigningWallet {
    return new SigningWallet(`0x${randomBytes(32).toString('hex')}`);
  }

  /** @returns r, s and v as 65 bytes, in hex with 0x */
  sign(message: string): string {
    return this.#key.sign(hashMessage(message)).serialized;
  }

  /** The same signature in 64 bytes (EIP-2098). */
  signCompact(message: string): string {
    return this.#key.sign(hashMessage(message)).compactSerialized;
  }
}
