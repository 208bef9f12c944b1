import { keccak_256 } from '@noble/hashes/sha3.js';

import { BoundedCache } from '../bounded-cache.ts';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const LOWER_A = 0x61;
const UPPER_A = 0x41;
const ONE_CASE = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;

/** Checksummed addresses by lower-case address; requests repeat the same few. */
const checksummed = new BoundedCache<string, string>(1024);

/**
 * Returns an address with the case of its checksum (EIP-55). @throws TypeError if it is not 0x and 40 hex
 * digits
 */
export function toChecksumAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new TypeError('an address is 0x and 40 hex digits');
  const lower = address.toLowerCase();
  const known = checksummed.get(lower);
  if (known !== undefined) return known;

  const digits = lower.slice(2);
  const spelledBytes = Buffer.from(digits, 'latin1');
  const hash = keccak_256(spelledBytes);
  for (const [index, byte] of spelledBytes.entries()) {
    const half = (hash[index >> 1] ?? 0) << (4 * (index % 2));
    // A letter is a capital where the hash of the lower-case address has a digit of 8 or more.
    if (byte >= LOWER_A && (half & 0x80) !== 0) spelledBytes[index] = byte - LOWER_A + UPPER_A;
  }
  const spelled = `0x${spelledBytes.toString('latin1')}`;
  checksummed.set(lower, spelled);
  return spelled;
}

/**
 * Returns whether the checksum of an address is correct (EIP-55). An address in all lower or all upper case
 * has no checksum and is valid; anything but 0x and 40 hex digits is not.
 */
export function hasValidChecksum(address: string): boolean {
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
