/** `flagbearer/wallet`: a wallet for the pages of browser tests. */
import { attach, type AttachedWallet, type EvaluatingPage } from './attach.ts';
import { toPageOptions, createPageScript, type InjectedWalletOptions } from './page-script.ts';

export type { AttachedWallet, EvaluatingPage } from './attach.ts';
export type { InjectedWalletOptions, WalletAccount } from './page-script.ts';
export type { WalletControls } from './page/page-wallet.ts';
export type { Provider } from './page/provider.ts';
export type { SignatureFault } from './page/personal-sign.ts';
export type { WalletRecord } from './page/wallet-state.ts';

export interface InjectedWallet {
  /** JavaScript that installs the wallet in a page; it runs before the scripts of the page. */
  readonly script: string;
  /** The addresses of the accounts with EIP-55 checksum. */
  readonly addresses: readonly string[];
  /** Controls the wallet in a page that has run the script. */
  attach(page: EvaluatingPage): AttachedWallet;
}

/**
 * Creates a wallet for the pages of browser tests: an Ethereum provider (EIP-1193, EIP-6963). By default, the
 * wallet approves every request. It signs in the page, and sends no requests to a network.
 *
 * ```ts
 * const wallet = injectedWallet();
 * await page.addInitScript({ content: wallet.script });
 * ```
 *
 * @throws TypeError for an unknown or invalid option; RangeError for the index of a test wallet out of range
 */
export function injectedWallet(options: InjectedWalletOptions = {}): InjectedWallet {
  const pageOptions = toPageOptions(options);
  return {
    script: createPageScript(pageOptions),
    addresses: pageOptions.accounts.map(({ address }) => address),
    attach: (page) => attach(page, pageOptions.handle),
  };
}
