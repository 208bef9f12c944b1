import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { SigningWallet } from '../../../conformance/actors/signing-wallet.ts';
import { computePublicKey, signDigest } from '../../../conformance/actors/secp256k1.ts';

// Keys with leading zeros, because a wrong implementation drops leading zeros.
const keys = ['01', 'a7', 'ff'].map((byte) => `0x${'00'.repeat(8)}${byte.repeat(24)}`);
/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const parseS = (signature: string) => BigInt(`0x${signature.slice(66, 130)}`);
const messages = ['Sign in: 3kF-_x', '', 'Grüße, 世界', 'x'.repeat(300)];

it('createSimilarPair creates two wallets whose addresses end with the same four digits', () => {
  const [first, second] = SigningWallet.createSimilarPair();
  expect(first.address).not.toBe(second.address);
  expect(first.address.slice(-4).toLowerCase()).toBe(second.address.slice(-4).toLowerCase());
});

describe.each(keys)('the wallet with key %s', (key) => {
  const wallet = new SigningWallet(key);
  const ethersWallet = new Wallet(key);

  it('has the same address as in ethers', () => {
    expect(wallet.address).toBe(ethersWallet.address);
  });

  it.each(messages)('signs with the same signature as ethers: %s', (message) => {
    expect(wallet.sign(message)).toBe(ethersWallet.signMessageSync(message));
  });

  it('signs with a high s: the order minus the low s, and the opposite parity', () => {
    const oppositeParities = new Map([
      ['1b', '1c'],
      ['1c', '1b'],
    ]);
    for (const message of Array.from({ length: 20 }, (_, index) => `message ${index}`)) {
      const [low, high] = [wallet.sign(message), wallet.signHighS(message)];
      expect(high.slice(0, 66)).toBe(low.slice(0, 66));
      expect(parseS(low) + parseS(high)).toBe(ORDER);
      expect(high.slice(130)).toBe(oppositeParities.get(low.slice(130)));
    }
  });

  it('has the same public key and signature in secp256k1.ts and in ethers', () => {
    const digest = `0x${'5c'.repeat(32)}`;
    expect(computePublicKey(key)).toBe(ethersWallet.signingKey.publicKey);
    expect(signDigest(digest, key).serialized).toBe(
      ethersWallet.signingKey.sign(digest).serialized,
    );
  });
});
