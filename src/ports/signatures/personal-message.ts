import { keccak_256 } from '@noble/hashes/sha3.js';

const PREFIX = '\x19Ethereum Signed Message:\n';

/**
 * Returns the 32 bytes that a wallet signs for a text (EIP-191, version 0x45, known as personal_sign): the
 * keccak of a prefix, the length in bytes and the text in UTF-8. A lone surrogate counts as U+FFFD.
 */
export function hashPersonalMessage(message: string): Uint8Array {
  return keccak_256(Buffer.from(`${PREFIX}${Buffer.byteLength(message)}${message}`));
}
