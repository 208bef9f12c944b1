import { keccak_256 } from '@noble/hashes/sha3.js';

import { memoize } from '../bounded-cache.ts';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const LOWER_A = 0x61;
const UPPER_A = 0x41;
const ONE_CASE = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;

/** Returns an address with the case of its checksum (EIP-55). @throws TypeError unless 0x and 40 hex digits */
export function toChecksumAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new TypeError('an address is 0x and 40 hex digits');
  return addChecksum(address.toLowerCase());
}

/** Memoized, since requests repeat the same few addresses. */
const addChecksum = memoize((lower) => {
  const letters = Buffer.from(lower.slice(2), 'latin1');
  const hash = keccak_256(letters);
  for (const [index, byte] of letters.entries()) {
    // A letter is a capital where the hash of the lower-case address has a hex digit of 8 or more.
    const hashByte = hash[index >> 1] ?? 0;
    const hashDigit = index % 2 === 0 ? hashByte >> 4 : hashByte & 0xf;
    if (byte >= LOWER_A && hashDigit >= 8) letters[index] = byte - LOWER_A + UPPER_A;
  }
  return `0x${letters.toString('latin1')}`;
});

/**
 * Returns whether an address is 0x and 40 hex digits, with a correct checksum (EIP-55) or without one: an
 * address in only lower or only upper case has no checksum.
 */
export function isValidAddress(address: string): boolean {
  if (ONE_CASE.test(address)) return true;
  return ADDRESS.test(address) && toChecksumAddress(address) === address;
}

/**
 * Returns the address of a public key: the last 20 bytes of the keccak of its point (Ethereum Yellow Paper,
 * appendix F).
 *
 * @param publicKey uncompressed, 65 bytes
 * @returns 0x and 40 hex digits in lower case
 */
export function computeAddress(publicKey: Uint8Array): string {
  const hash = keccak_256(publicKey.subarray(1));
  return `0x${Buffer.from(hash.subarray(-20)).toString('hex')}`;
}
