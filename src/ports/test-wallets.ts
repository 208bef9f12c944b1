import { FIRST_TEST_WALLETS, TEST_MNEMONIC, TEST_WALLETS_PATH } from './test-wallets.gen.ts';

/**
 * A wallet of the well-known test mnemonic. Its key is public: it signs in tests and holds nothing.
 */
export interface TestWallet {
  /** Its place under m/44'/60'/0'/0 (BIP-44). */
  readonly index: number;
  /** 0x and 40 hex digits, spelled as EIP-55 says. */
  readonly address: string;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
}

/** The highest index there is; deriving has to end somewhere. */
const LAST_TEST_WALLET = 9999;

const byIndex = new Map<number, TestWallet>();
const byAddress = new Map<string, TestWallet>();
for (const wallet of FIRST_TEST_WALLETS) remember(wallet);

/** The node above the wallets, made once: stretching the mnemonic takes some 50 ms. */
let parent: Promise<{ deriveChild(index: number): TestWallet }> | undefined;

/**
 * Gives the wallet at an index. The first 20 are constants; another is derived when first asked for,
 * which loads ethers.
 *
 * @param index a whole number from 0 to 9999
 * @throws RangeError on another one
 */
export async function testWallet(index: number): Promise<TestWallet> {
  if (!Number.isInteger(index) || index < 0 || index > LAST_TEST_WALLET) {
    throw new RangeError(`test wallets have an index from 0 to ${LAST_TEST_WALLET}, not ${index}`);
  }
  const known = byIndex.get(index);
  if (known !== undefined) return known;

  parent ??= deriveParent();
  const { address, privateKey } = (await parent).deriveChild(index);
  const wallet: TestWallet = { index, address, privateKey };
  remember(wallet);
  return wallet;
}

/**
 * Finds a wallet by its address, among the first 20 and those that `testWallet` has given in this
 * process: to search them all would take seconds.
 *
 * @param address 0x and 40 hex digits, in any case
 */
export function testWalletByAddress(address: string): TestWallet | undefined {
  return byAddress.get(address.toLowerCase());
}

function remember(wallet: TestWallet): void {
  byIndex.set(wallet.index, wallet);
  byAddress.set(wallet.address.toLowerCase(), wallet);
}

async function deriveParent() {
  const { HDNodeWallet } = await import('ethers/wallet');
  return HDNodeWallet.fromPhrase(TEST_MNEMONIC, '', TEST_WALLETS_PATH);
}
