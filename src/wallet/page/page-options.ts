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
}

export interface PageAccount {
  /** 0x and 40 hex digits, spelled as EIP-55 says. */
  readonly address: string;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
}

/** What the wallet needs of a window. */
export interface PageWindow extends EventTarget {
  readonly document: { readonly readyState: string };
  readonly CustomEvent: new (type: string, init: { readonly detail: unknown }) => Event;
  /** Throws on pages of an opaque origin. */
  readonly sessionStorage: SessionStorage;
  setTimeout(run: () => void, milliseconds: number): unknown;
}

export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
