/** What the script in the page gets from `injectedWallet`, as JSON. */
export interface PageOptions {
  readonly name: string;
  /** A data URI (RFC 2397). */
  readonly icon: string;
  /** A domain name in reverse order (EIP-6963). */
  readonly rdns: string;
  /** A UUID of version 4 (EIP-6963). */
  readonly uuid: string;
  readonly accounts: readonly PageAccount[];
  readonly chainId: number;
  readonly chains: readonly number[];
  readonly connected: boolean;
  readonly windowEthereum: boolean;
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

/** What the wallet needs of a window, or of the test process. */
export interface WalletWindow {
  /** Throws on pages of an opaque origin; undefined outside of pages. */
  readonly sessionStorage: SessionStorage | undefined;
  setTimeout(run: () => void, milliseconds: number): unknown;
}

/** What its announcement needs beside that. */
export interface PageWindow extends EventTarget, WalletWindow {
  readonly document: { readonly readyState: string };
  readonly CustomEvent: new (type: string, init: { readonly detail: unknown }) => Event;
}

export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
