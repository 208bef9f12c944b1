import type { WalletWindow } from './page-options.ts';

type Listener = (value: unknown) => void;

/** An Ethereum provider (EIP-1193). */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on(event: string, listener: Listener): Provider;
  removeListener(event: string, listener: Listener): Provider;
}

/** The events of EIP-1193. */
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
 * @param window reports the errors of listeners like any other error of its scripts
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
    /** Removes a listener once: its last registration. */
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
