import { HDNodeWallet } from 'ethers/wallet';

const mnemonic = 'test test test test test test test test test test test junk';
const path = "m/44'/60'/0'/0";
const count = 20;

/** The first wallets of the public test mnemonic, which are used most and need no derivation. */
export function testWallets() {
  const parent = HDNodeWallet.fromPhrase(mnemonic, '', path);
  const wallets = Array.from({ length: count }, (_, index) => {
    const { address, privateKey } = parent.deriveChild(index);
    return { index, address, privateKey };
  });
  const { privateKey, publicKey, chainCode } = parent;
  return `// The keys are public: never send money to them.

    /** The words that the wallets derive from, known to every Ethereum developer. */
    export const TEST_MNEMONIC = '${mnemonic}';

    /** The path (BIP-44) that the index of a wallet is put behind. */
    export const TEST_WALLETS_PATH = "${path}";

    /** What the others derive from (BIP-32): the keys and the chain code at the end of that path. */
    export const TEST_WALLETS_PARENT = ${JSON.stringify({ privateKey, publicKey, chainCode })} as const;

    /** The first ${count} of them, in order. */
    export const FIRST_TEST_WALLETS = ${JSON.stringify(wallets)} as const;
  `;
}
