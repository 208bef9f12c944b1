import { hashMessage } from 'ethers/hash';
import { describe, expect, it } from 'vitest';

import { loadSignatures, type SignatureForm } from '../../src/ports/signatures.ts';
import { ethersCurve } from '../../src/ports/signatures/ethers-curve.ts';
import { nativeCurve } from '../../src/ports/signatures/native-curve.ts';
import { personalMessageDigest } from '../../src/ports/signatures/personal-message.ts';
import { testWallet } from '../../src/ports/test-wallets.ts';

const RSV: ReadonlySet<SignatureForm> = new Set(['rsv']);

describe('loadSignatures', () => {
  it('takes the native engine where its binary loads, and leaves ethers alone', async () => {
    const signatures = await loadSignatures('native', {
      native: nativeCurve,
      ethers: () => Promise.reject(new Error('ethers was loaded')),
    });
    expect(signatures.engine).toBe('native');
  });

  it('takes the native engine when nothing is preferred', async () => {
    expect((await loadSignatures()).engine).toBe('native');
  });

  it('takes ethers when it is preferred', async () => {
    expect((await loadSignatures('ethers')).engine).toBe('ethers');
  });

  it('falls back to ethers, with the same results, without the native binary', async () => {
    const signatures = await loadSignatures('native', {
      native: () => {
        throw new Error('No native build was found for platform=plan9');
      },
      ethers: ethersCurve,
    });
    expect(signatures.engine).toBe('ethers');
    const { address, privateKey } = await testWallet(0);
    const signature = await signatures.sign('hello', privateKey);
    expect(await signatures.recover('hello', signature, RSV)).toEqual({
      outcome: 'recovered',
      address: address.toLowerCase(),
    });
  });

  it('fails when neither can be had', async () => {
    const missing = () => {
      throw new Error('not installed');
    };
    const loading = loadSignatures('native', { native: missing, ethers: missing });
    await expect(loading).rejects.toThrow('not installed');
  });
});

describe('addressOf', () => {
  it.each(['native', 'ethers'] as const)('names the wallet of a key: %s', async (engine) => {
    const signatures = await loadSignatures(engine);
    const { address, privateKey } = await testWallet(3);
    expect(signatures.addressOf(privateKey)).toBe(address);
    expect(() => signatures.addressOf('0x00')).toThrow(TypeError);
  });
});

describe('EIP-191', () => {
  it.each(['', 'hello', 'Grüße', '世界', '👩‍🚀', 'x'.repeat(1_000), '\u{0}'])(
    'hashes %j as wallets do, by its length in bytes',
    (message) => {
      expect(`0x${Buffer.from(personalMessageDigest(message)).toString('hex')}`).toBe(
        hashMessage(message),
      );
    },
  );
});

describe.each(['native', 'ethers'] as const)('signatures by %s', (engine) => {
  it('recovers the wallet that signed', async () => {
    const signatures = await loadSignatures(engine);
    const { address, privateKey } = await testWallet(1);
    const signature = await signatures.sign('Sign in: abc', privateKey);
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
    expect(await signatures.recover('Sign in: abc', signature, RSV)).toEqual({
      outcome: 'recovered',
      address: address.toLowerCase(),
    });
  });

  it('recovers another address from another text', async () => {
    const signatures = await loadSignatures(engine);
    const { address, privateKey } = await testWallet(1);
    const signature = await signatures.sign('Sign in: abc', privateKey);
    const recovery = await signatures.recover('Sign in: abd', signature, RSV);
    expect(recovery).toMatchObject({ outcome: 'recovered' });
    expect(recovery).not.toMatchObject({ address: address.toLowerCase() });
  });

  it('refuses an r that is the x of no point', async () => {
    const signatures = await loadSignatures(engine);
    const r = '5'.padStart(64, '0'); // 5^3 + 7 = 132 is no square
    const s = '1'.padStart(64, '0');
    expect(await signatures.recover('hello', `0x${r}${s}1b`, RSV)).toEqual({
      outcome: 'refused',
      reason: 'unrecoverable',
    });
  });

  it('passes on why a signature is malformed', async () => {
    const signatures = await loadSignatures(engine);
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
  ])('signs with no key that is %s', async (_, key) => {
    const signatures = await loadSignatures(engine);
    await expect(signatures.sign('hello', key)).rejects.toThrow(TypeError);
  });
});
