/** The options of the script in the page, as JSON. */
export interface PageOptions {
  readonly accounts: readonly PageAccount[];
  /** The selected chain. Default: 1, Ethereum. */
  readonly chainId: number;
  /** The chains that an app can switch to without adding them. Default: `[1, 137]`, Ethereum and Polygon. */
  readonly chains: readonly number[];
  /** Whether the app has the permission to see the account from the start. Default: false. */
  readonly connected: boolean;
  /** Whether the provider is also available as `window.ethereum`. Default: true. */
  readonly windowEthereum: boolean;
  /** The name that apps show (EIP-6963). */
  readonly name: string;
  /** The icon that apps show: a data URI (EIP-6963). */
  readonly icon: string;
  /** The domain of the wallet in reverse order (EIP-6963). */
  readonly rdns: string;
  /** A UUID of version 4 (EIP-6963). Default: derived from the other options. */
  readonly uuid: string;
  /** The global variable with the controls; a second wallet needs another name. Default: `__flagbearerWallet`. */
  readonly handle: string;
  /** The function in the page that forwards requests to a wallet in the test process; empty for a wallet in the page. */
  readonly binding: string;
}

export interface PageAccount {
  /** 0x and 40 hex digits with EIP-55 checksum. */
  readonly address: string;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
}

/** The part of a window, or of the test process, that the wallet uses. */
export interface WalletWindow {
  /** Throws on pages of an opaque origin; undefined outside of pages. */
  readonly sessionStorage: SessionStorage | undefined;
  setTimeout(run: () => void, milliseconds: number): unknown;
}

/** The part of a window that the announcement (EIP-6963) uses. */
export interface PageWindow extends EventTarget, WalletWindow {
  readonly document: { readonly readyState: string };
  readonly CustomEvent: new (type: string, init: { readonly detail: unknown }) => Event;
}

export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
