import type { PageOptions, SessionStorage, WalletWindow } from './page-options.ts';
import type { SignatureFault } from './personal-sign.ts';

/** A request that the wallet received, and its outcome so far. */
export interface WalletRecord {
  readonly method: string;
  readonly params: unknown;
  /** The selected chain at the time of the request. */
  readonly chainId: number;
  status: 'pending' | 'resolved' | 'rejected';
  result?: unknown;
  /** The error of a rejected request. */
  error?: { readonly code: number; readonly message: string };
  /** The fault of the signature in `result`. */
  signedWith?: SignatureFault;
}

/** The reaction of the wallet to the next request that requires approval. */
export interface NextBehaviour {
  rejects?: boolean;
  /** Delay of the reaction, in milliseconds. */
  stall?: number;
  /** Applies at the next `personal_sign` that is not rejected. */
  signWith?: SignatureFault;
}

export interface WalletState {
  /** Whether the app may see the account. */
  hasPermission: boolean;
  locked: boolean;
  network: 'online' | 'chainDisconnected' | 'disconnected';
  /** Index in the accounts of the wallet. */
  account: number;
  chainId: number;
  chains: number[];
  next: NextBehaviour;
  readonly records: WalletRecord[];
}

/**
 * Reads the state that a previous page of the same tab and origin saved. So permissions and records survive a
 * reload, as with a browser extension.
 */
export function loadState(window: WalletWindow, options: PageOptions): WalletState {
  const stored = useStorage(window, (storage) => storage.getItem(getKey(options)));
  // The default UUID is derived from the options, so changed options start with a new state. With the option
  // `uuid`, the stored state is used, and other changed options are ignored.
  if (stored) return JSON.parse(stored) as WalletState;
  return {
    hasPermission: options.connected,
    locked: false,
    network: 'online',
    account: 0,
    chainId: options.chainId,
    chains: [...options.chains],
    next: {},
    records: [],
  };
}

export function saveState(window: WalletWindow, options: PageOptions, state: WalletState): void {
  useStorage(window, (storage) => storage.setItem(getKey(options), JSON.stringify(state)));
}

const getKey = ({ uuid }: PageOptions): string => `flagbearer-wallet:${uuid}`;

/**
 * Calls `use` with the session storage. Returns undefined without a session storage, or if access throws (page
 * of an opaque origin): then a reload resets the state.
 */
function useStorage<Result>(
  window: WalletWindow,
  use: (storage: SessionStorage) => Result,
): Result | undefined {
  try {
    return window.sessionStorage && use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
