import { hashMessage } from 'ethers/hash';
import { describe, expect, it } from 'vitest';

import {
  loadSignatures,
  createSignatures,
  hashPersonalMessage,
  type SignatureForm,
} from '../../src/ports/signatures.ts';
import { createEthersCurve, createNativeCurve } from '../../src/ports/signatures/curve.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';

const RSV: ReadonlySet<SignatureForm> = new Set(['rsv']);

const engines = {
  native: async () => createSignatures(createNativeCurve()),
  ethers: async () => createSignatures(await createEthersCurve()),
};

describe('loadSignatures', () => {
  it('uses ethers, with the same results, if the native binary is missing', async () => {
    const { address, privateKey } = await getTestWallet(0);
    let nativeLoads = 0;
    const signatures = await loadSignatures(() => {
      nativeLoads += 1;
      throw new Error('No native build was found for platform=plan9');
    });
    expect(nativeLoads).toBe(1);
    const signature = await signatures.sign('hello', privateKey);
    expect(await (await loadSignatures()).sign('hello', privateKey)).toBe(signature);
    expect(await signatures.recover('hello', signature, RSV)).toBe(address.toLowerCase());
  });
});

describe('computeAddress', () => {
  it.each(['native', 'ethers'] as const)(
    'returns the address of a valid key: %s',
    async (engine) => {
      const signatures = await engines[engine]();
      const { address, privateKey } = await getTestWallet(3);
      expect(signatures.computeAddress(privateKey)).toBe(address);
      expect(() => signatures.computeAddress('0x00')).toThrow(TypeError);
    },
  );
});

describe('EIP-191', () => {
  it.each(['', 'hello', 'Grüße', '世界', '👩‍🚀', 'x'.repeat(1_000), '\u{0}'])(
    'hashes %j like wallets do: the prefix contains the length in bytes',
    (message) => {
      expect(`0x${Buffer.from(hashPersonalMessage(message)).toString('hex')}`).toBe(
        hashMessage(message),
      );
    },
  );
});
