import { createHmac } from 'node:crypto';

import { loadSignatures } from './signatures.ts';
import { toBytes } from './signatures/curve.ts';
import { add } from './signatures/scalar.ts';
import { FIRST_TEST_WALLETS, TEST_WALLETS_PARENT, type TestWallet } from './first-test-wallets.ts';

const LAST_INDEX = 9999;

const byIndex = new Map<number, TestWallet>();
const byAddress = new Map<string, TestWallet>();
for (const wallet of FIRST_TEST_WALLETS) cacheWallet(wallet);

/** Resolves to a wallet; the first 20 are constants. @throws RangeError unless 0 <= index <= 9999 */
export async function getTestWallet(index: number): Promise<TestWallet> {
  const cached = byIndex.get(index);
  if (cached !== undefined) return cached;

  const privateKey = deriveTestWalletKey(index);
  const { computeAddress } = await loadSignatures();
  const wallet = { index, address: computeAddress(privateKey), privateKey };
  cacheWallet(wallet);
  return wallet;
}

/** Derives the private key of a wallet (BIP-32, not hardened). @throws RangeError unless 0 <= index <= 9999 */
export function deriveTestWalletKey(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > LAST_INDEX) {
    throw new RangeError(`test wallets have an index from 0 to ${LAST_INDEX}, not ${index}`);
  }
  const indexBytes = Buffer.alloc(4);
  indexBytes.writeUInt32BE(index);
  const { privateKey, publicKey, chainCode } = TEST_WALLETS_PARENT;
  const digest = createHmac('sha512', toBytes(chainCode))
    .update(toBytes(publicKey))
    .update(indexBytes)
    .digest('hex');
  return `0x${add(digest.slice(0, 64), privateKey.slice(2))}`;
}

/**
 * Finds a wallet by its address, ignoring case, among the first 20 wallets and those that `getTestWallet`
 * has returned: searching all would take seconds.
 */
export function findTestWallet(address: string): TestWallet | undefined {
  return byAddress.get(address.toLowerCase());
}

function cacheWallet(wallet: TestWallet): void {
  byIndex.set(wallet.index, wallet);
  byAddress.set(wallet.address.toLowerCase(), wallet);
}
