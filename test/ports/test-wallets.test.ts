import { HDNodeWallet } from 'ethers/wallet';
import { describe, expect, it } from 'vitest';

import { FIRST_TEST_WALLETS } from '../../src/ports/first-test-wallets.ts';
import { getTestWallet, findTestWallet } from '../../src/ports/test-wallets.ts';

/** The default mnemonic of Hardhat and other development tools. */
const MNEMONIC = 'test test test test test test test test test test test junk';
const parent = HDNodeWallet.fromPhrase(MNEMONIC, '', "m/44'/60'/0'/0");

describe('test wallets', () => {
  it('have the first 20 keys of the mnemonic', async () => {
    expect(FIRST_TEST_WALLETS).toHaveLength(20);
    for (const [index, wallet] of FIRST_TEST_WALLETS.entries()) {
      const { address, privateKey } = parent.deriveChild(index);
      expect(wallet).toEqual({ index, address, privateKey });
      expect(await getTestWallet(index)).toEqual(wallet);
    }
  });

  it('are also derived for indexes after the first 20', async () => {
    const { address, privateKey } = parent.deriveChild(20);
    expect(await getTestWallet(20)).toEqual({ index: 20, address, privateKey });
    const last = await getTestWallet(9_999);
    expect(last.address).toBe(parent.deriveChild(9_999).address);
  });

  it.each([-1, 10_000, 0.5, Number.NaN])('do not exist at index %d', async (index) => {
    await expect(getTestWallet(index)).rejects.toThrow(RangeError);
  });

  it('are found by address, in upper or lower case, once their index was requested', async () => {
    const first = await getTestWallet(0);
    expect(findTestWallet(first.address)).toBe(first);
    expect(findTestWallet(first.address.toLowerCase())).toBe(first);

    // Derived wallets are cached, so this index must not be requested before.
    const { address } = parent.deriveChild(7_654);
    expect(findTestWallet(address)).toBeUndefined();
    const wallet = await getTestWallet(7_654);
    expect(findTestWallet(address)).toBe(wallet);
  });

  it('are not found for other addresses', () => {
    expect(findTestWallet(`0x${'1'.repeat(40)}`)).toBeUndefined();
    expect(findTestWallet('')).toBeUndefined();
  });
});
