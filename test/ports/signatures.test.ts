import { hashMessage } from 'ethers/hash';
import { describe, expect, it } from 'vitest';

import {
  loadSignatures,
  createSignatures,
  type SignatureForm,
} from '../../src/ports/signatures.ts';
import { createEthersCurve } from '../../src/ports/signatures/ethers-curve.ts';
import { createNativeCurve } from '../../src/ports/signatures/native-curve.ts';
import { hashPersonalMessage } from '../../src/ports/signatures/personal-message.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';

const RSV: ReadonlySet<SignatureForm> = new Set(['rsv']);

const engines = {
  native: async () => createSignatures(createNativeCurve()),
  ethers: async () => createSignatures(await createEthersCurve()),
};

describe('loadSignatures', () => {
  it('falls back to ethers, with the same results, without the native binary', async () => {
    const { address, privateKey } = await getTestWallet(0);
    let nativeLoads = 0;
    const signatures = await loadSignatures(() => {
      nativeLoads += 1;
      throw new Error('No native build was found for platform=plan9');
    });
    expect(nativeLoads).toBe(1);
    const signature = await signatures.sign('hello', privateKey);
    expect(await (await loadSignatures()).sign('hello', privateKey)).toBe(signature);
    expect(await signatures.recover('hello', signature, RSV)).toEqual({
      outcome: 'recovered',
      address: address.toLowerCase(),
    });
  });
});

describe('computeAddress', () => {
  it.each(['native', 'ethers'] as const)('returns the address of a key: %s', async (engine) => {
    const signatures = await engines[engine]();
    const { address, privateKey } = await getTestWallet(3);
    expect(signatures.computeAddress(privateKey)).toBe(address);
    expect(() => signatures.computeAddress('0x00')).toThrow(TypeError);
  });
});

describe('EIP-191', () => {
  it.each(['', 'hello', 'Grüße', '世界', '👩‍🚀', 'x'.repeat(1_000), '\u{0}'])(
    'hashes %j as wallets do, with its length in bytes',
    (message) => {
      expect(`0x${Buffer.from(hashPersonalMessage(message)).toString('hex')}`).toBe(
        hashMessage(message),
      );
    },
  );
});

describe.each(['native', 'ethers'] as const)('signatures by %s', (engine) => {
  it('recovers the address of the signer', async () => {
    const signatures = await engines[engine]();
    const { address, privateKey } = await getTestWallet(1);
    const signature = await signatures.sign('Sign in: abc', privateKey);
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
    expect(await signatures.recover('Sign in: abc', signature, RSV)).toEqual({
      outcome: 'recovered',
      address: address.toLowerCase(),
    });
  });

  it('recovers another address for another text', async () => {
    const signatures = await engines[engine]();
    const { address, privateKey } = await getTestWallet(1);
    const signature = await signatures.sign('Sign in: abc', privateKey);
    const recovery = await signatures.recover('Sign in: abd', signature, RSV);
    expect(recovery).toMatchObject({ outcome: 'recovered' });
    expect(recovery).not.toMatchObject({ address: address.toLowerCase() });
  });

  it('rejects an r that is not the x of a point', async () => {
    const signatures = await engines[engine]();
    const r = '5'.padStart(64, '0'); // 5^3 + 7 = 132 is not a square
    const s = '1'.padStart(64, '0');
    expect(await signatures.recover('hello', `0x${r}${s}1b`, RSV)).toEqual({
      outcome: 'refused',
      reason: 'unrecoverable',
    });
  });

  it('reports why a signature is malformed', async () => {
    const signatures = await engines[engine]();
    expect(await signatures.recover('hello', '0x12', RSV)).toEqual({
      outcome: 'refused',
      reason: 'wrongLength',
    });
  });

  it.each([
    ['not hex', '0xzz'],
    ['too short', '0x1234'],
    ['zero', `0x${'0'.repeat(64)}`],
    ['the order', '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ])('rejects a private key that is %s', async (_, key) => {
    const signatures = await engines[engine]();
    await expect(signatures.sign('hello', key)).rejects.toThrow(TypeError);
  });
});
