import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { getPublicKey } from '@noble/secp256k1';

import { getPackageFile } from '../package-files.ts';
import { pickDefined } from '../pick-defined.ts';
import { computeAddress, toChecksumAddress } from '../ports/address.ts';
import { toUuid } from '../ports/draws.ts';
import { deriveTestWalletKey } from '../ports/test-wallets.ts';
import type { PageAccount, PageOptions } from './page/page-options.ts';

/** The index of a test wallet (0 to 9999), a wallet of the test kit, or a private key: 0x and 64 hex digits. */
export type WalletAccount = number | string | { readonly privateKey: string };

export interface InjectedWalletOptions extends Partial<Omit<PageOptions, 'accounts' | 'binding'>> {
  /** The accounts that the wallet can switch between, the selected one first. Default: `[0, 1]`. */
  readonly accounts?: readonly WalletAccount[];
}

const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#1f4b99" d="M20 8h8v80h-8zM28 12h52L64 32l16 20H28z"/></svg>';

const DEFAULTS = {
  accounts: [0, 1],
  chainId: 1,
  chains: [1, 137],
  connected: false,
  windowEthereum: true,
  name: 'flagbearer',
  icon: `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`,
  rdns: 'test.flagbearer',
  uuid: '',
  handle: '__flagbearerWallet',
} satisfies Required<InjectedWalletOptions>;

/** Returns JavaScript that installs the wallet in a page. */
export function createPageScript(pageOptions: PageOptions): string {
  // In an HTML page, `</script>` in a value would end the script.
  const json = JSON.stringify(pageOptions).replaceAll('<', String.raw`\u003c`);
  const library = readFileSync(getPackageFile('dist/wallet-page.js'), 'utf8');
  return `(() => {${library}\nflagbearerWallet.install(window, ${json});})();`;
}

/** Returns complete options. @throws TypeError for an unknown or invalid option; RangeError for the index of a test wallet out of range */
export function toPageOptions(options: InjectedWalletOptions): PageOptions {
  const defined = pickDefined('injectedWallet', options, Object.keys(DEFAULTS));
  const complete: Required<InjectedWalletOptions> = { ...DEFAULTS, ...defined };
  const accounts = complete.accounts.map(toPageAccount);
  if (accounts.length === 0) {
    throw new TypeError('injectedWallet: accounts: expected at least one account, got []');
  }
  const chains = [...new Set([complete.chainId, ...complete.chains])];
  for (const chain of chains) {
    if (Number.isSafeInteger(chain) && chain > 0) continue;
    throw new TypeError(
      `injectedWallet: chainId, chains: expected positive integers, got ${chain}`,
    );
  }
  const withoutUuid = { ...complete, accounts, chains };
  const hash = createHash('sha256').update(JSON.stringify(withoutUuid)).digest();
  return { ...withoutUuid, uuid: complete.uuid || toUuid(hash), binding: '' };
}

function toPageAccount(account: WalletAccount): PageAccount {
  if (typeof account === 'number') return toPageAccount(deriveTestWalletKey(account));
  const privateKey = typeof account === 'string' ? account : account.privateKey;
  // The message does not show the value: it may be a key.
  const message =
    'injectedWallet: accounts: expected a private key of 0x and 64 hexadecimal digits, greater than 0 and less than the order of secp256k1';
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) throw new TypeError(message);
  try {
    const publicKey = getPublicKey(Buffer.from(privateKey.slice(2), 'hex'), false);
    return { address: toChecksumAddress(computeAddress(publicKey)), privateKey };
  } catch {
    throw new TypeError(message);
  }
}
