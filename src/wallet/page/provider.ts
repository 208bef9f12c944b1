import type { Listener, Listeners } from './listeners.ts';

/** An Ethereum provider (EIP-1193). */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on(event: string, listener: Listener): Provider;
  removeListener(event: string, listener: Listener): Provider;
}

export function createProvider(
  request: (request: unknown) => Promise<unknown>,
  listeners: Listeners,
): Provider {
  const provider: Provider = Object.freeze({
    request,
    on: (event: string, listener: Listener) => {
      listeners.add(event, listener);
      return provider;
    },
    removeListener: (event: string, listener: Listener) => {
      listeners.remove(event, listener);
      return provider;
    },
  });
  return provider;
}
