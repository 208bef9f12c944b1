import { afterEach, beforeEach } from 'vitest';

const names = ['SIGINT', 'SIGTERM'] as const;

/** Signals emitted by tests of this file have no other listener in the process. */
export function useOwnSignals(): void {
  const others = new Map<NodeJS.Signals, NodeJS.SignalsListener[]>();
  beforeEach(() => {
    for (const name of names) {
      others.set(name, process.listeners(name));
      process.removeAllListeners(name);
    }
  });
  afterEach(() => {
    for (const name of names) {
      process.removeAllListeners(name);
      for (const listener of others.get(name) ?? []) process.on(name, listener);
    }
  });
}
