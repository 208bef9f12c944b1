import { getAddress } from 'ethers/address';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toChecksumAddress, isValidAddress } from '../../src/ports/address.ts';

// The test cases of EIP-55.
const ALL_CAPS = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
];
const ALL_LOWER = [
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
];
const NORMAL = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('EIP-55 checksums', () => {
  it.each([...ALL_CAPS, ...ALL_LOWER, ...NORMAL])('returns the checksum form of %s', (address) => {
    const digits = address.slice(2);
    expect(toChecksumAddress(`0x${digits.toLowerCase()}`)).toBe(address);
    expect(toChecksumAddress(`0x${digits.toUpperCase()}`)).toBe(address);
    expect(isValidAddress(address)).toBe(true);
  });

  it('rejects an address if one letter has the wrong case', () => {
    expect(isValidAddress(NORMAL[0]!.replace('5aA', '5aa'))).toBe(false);
    expect(isValidAddress(NORMAL[0]!.replace('5aA', '5AA'))).toBe(false);
  });

  it('returns the same as ethers, for new and for cached addresses', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    fc.assert(
      fc.property(address, (lower) => {
        expect(toChecksumAddress(lower)).toBe(getAddress(lower));
        // The second result comes from the cache.
        expect(toChecksumAddress(lower)).toBe(getAddress(lower));
      }),
      // The cache holds 1000 addresses.
      { seed: 1, numRuns: 3_000 },
    );
  });
});
