import type { WalletWindow } from './page-options.ts';

/** The events of EIP-1193. */
export const PROVIDER_EVENTS = [
  'accountsChanged',
  'chainChanged',
  'connect',
  'disconnect',
  'message',
] as const;

export type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

export type Listener = (value: unknown) => void;

export class Listeners {
  readonly #byEvent = new Map<string, Listener[]>();
  readonly #window: Pick<WalletWindow, 'setTimeout'>;

  /** @param window reports the errors of listeners like any other error of its scripts */
  constructor(window: Pick<WalletWindow, 'setTimeout'>) {
    this.#window = window;
  }

  add(event: string, listener: Listener): void {
    this.#byEvent.set(event, [...(this.#byEvent.get(event) ?? []), listener]);
  }

  /** Removes a listener once: its last registration. */
  remove(event: string, listener: Listener): void {
    const listeners = this.#byEvent.get(event) ?? [];
    const index = listeners.lastIndexOf(listener);
    this.#byEvent.set(
      event,
      listeners.filter((_, each) => each !== index),
    );
  }

  /** Calls the listeners in the order in which they were added. */
  emit(event: ProviderEvent, value: unknown): void {
    for (const listener of this.#byEvent.get(event) ?? []) {
      try {
        listener(value);
      } catch (error) {
        this.#window.setTimeout(() => {
          throw error;
        }, 0);
      }
    }
  }
}
