import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { SigningWallet } from '../../../conformance/parties/signing-wallet.ts';
import { publicKeyOf, signatureOf } from '../../../conformance/parties/secp256k1.ts';

// Some with zeros in front, where a part could be cut short.
const keys = ['01', 'a7', 'ff'].map((byte) => `0x${'00'.repeat(8)}${byte.repeat(24)}`);
const messages = ['Sign in: 3kF-_x', '', 'Grüße, 世界', 'x'.repeat(300)];

describe.each(keys)('the wallet of %s', (key) => {
  const wallet = new SigningWallet(key);
  const another = new Wallet(key);

  it('has the address that ethers gives it', () => {
    expect(wallet.address).toBe(another.address);
  });

  it.each(messages)('signs as ethers does: %s', (message) => {
    expect(wallet.sign(message)).toBe(another.signMessageSync(message));
  });

  it('has keys and signatures of the C library as of ethers', () => {
    const digest = `0x${'5c'.repeat(32)}`;
    expect(publicKeyOf(key)).toBe(another.signingKey.publicKey);
    expect(signatureOf(digest, key).serialized).toBe(another.signingKey.sign(digest).serialized);
  });
});
