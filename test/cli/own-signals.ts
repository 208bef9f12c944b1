import { afterEach, beforeEach } from 'vitest';

const names = ['SIGINT', 'SIGTERM'] as const;

/** Removes the signal listeners of the test runner during each test, so that tests can emit signals. */
export function useOwnSignals(): void {
  const removedListeners = new Map<NodeJS.Signals, NodeJS.SignalsListener[]>();
  beforeEach(() => {
    for (const name of names) {
      removedListeners.set(name, process.listeners(name));
      process.removeAllListeners(name);
    }
  });
  afterEach(() => {
    for (const name of names) {
      process.removeAllListeners(name);
      for (const listener of removedListeners.get(name) ?? []) process.on(name, listener);
    }
  });
}
