import type { WalletWindow } from './page-options.ts';

type Listener = (value: unknown) => void;

/** An Ethereum provider (EIP-1193). */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on(event: string, listener: Listener): Provider;
  removeListener(event: string, listener: Listener): Provider;
}

export const PROVIDER_EVENTS = [
  'accountsChanged',
  'chainChanged',
  'connect',
  'disconnect',
  'message',
] as const;

export type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

/**
 * Returns a provider, and the function that emits its events.
 *
 * @param window reports the errors of listeners as uncaught errors
 */
export function createProvider(
  window: Pick<WalletWindow, 'setTimeout'>,
  request: (request: unknown) => Promise<unknown>,
) {
  const listeners = new Map<string, readonly Listener[]>();
  const getListeners = (event: string) => listeners.get(event) ?? [];

  const provider: Provider = Object.freeze({
    request,
    on: (event: string, listener: Listener) => {
      listeners.set(event, [...getListeners(event), listener]);
      return provider;
    },
    /** Removes the last registration of a listener. */
    removeListener: (event: string, listener: Listener) => {
      const last = getListeners(event).lastIndexOf(listener);
      const remaining = getListeners(event).filter((_, index) => index !== last);
      listeners.set(event, remaining);
      return provider;
    },
  });

  function emit(event: ProviderEvent, value: unknown): void {
    for (const listener of getListeners(event)) {
      try {
        listener(value);
      } catch (error) {
        window.setTimeout(() => {
          throw error;
        }, 0);
      }
    }
  }

  return { provider, emit };
}

/** The errors for rejected requests: EIP-1193, EIP-1474, EIP-3326 (4902). */
const ERRORS = {
  invalidRequest: { code: -32600, message: 'The request has no method.' },
  invalidParams: { code: -32602, message: 'Invalid parameters.' },
  internalError: { code: -32603, message: 'Internal error.' },
  userRejected: { code: 4001, message: 'The user rejected the request.' },
  unauthorized: { code: 4100, message: 'The account is not authorized by the user.' },
  unsupportedMethod: { code: 4200, message: 'The wallet does not support this method.' },
  disconnected: { code: 4900, message: 'The wallet is disconnected from all chains.' },
  chainDisconnected: { code: 4901, message: 'The wallet is disconnected from the current chain.' },
  unrecognizedChain: {
    code: 4902,
    message: 'Unrecognized chain ID. Add the chain with wallet_addEthereumChain first.',
  },
} as const;

/** The error of EIP-1193, `ProviderRpcError`. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;

  /**
   * Converts any error. An error of another process is recognized by its code; an unexpected error becomes
   * an internal error.
   */
  static from({ code, message }: { readonly code?: unknown; readonly message: string }) {
    const kinds = Object.keys(ERRORS) as (keyof typeof ERRORS)[];
    const kind = kinds.find((name) => ERRORS[name].code === code);
    return new ProviderRpcError(kind ?? 'internalError', message);
  }

  /** @param message replaces the default message of the kind */
  constructor(kind: keyof typeof ERRORS, message: string = ERRORS[kind].message) {
    super(message);
    this.code = ERRORS[kind].code;
  }
}
