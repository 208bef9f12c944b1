import type { Pauses } from '../../src/ports/pauses.ts';

/** Pauses that a test ends explicitly. */
export interface SteppingPauses extends Pauses {
  /** How long each pause that is under way was to last, in milliseconds, the first to begin first. */
  readonly waiting: readonly number[];
  /** Resolves once a pause of this length is under way. */
  waitUntilBegun(ms: number): Promise<void>;
  /** Ends all pauses of this length. */
  end(ms: number): void;
}

/** Creates pauses for tests that never sleep. */
export function createSteppingPauses(): SteppingPauses {
  const waiting = new Map<() => void, number>();
  const watchers = new Set<() => void>();
  return {
    get waiting() {
      return [...waiting.values()];
    },
    pause(ms, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = () => {
          waiting.delete(finish);
          signal.removeEventListener('abort', finish);
          resolve();
        };
        waiting.set(finish, ms);
        signal.addEventListener('abort', finish, { once: true });
        for (const look of watchers) look();
      });
    },
    waitUntilBegun(ms) {
      return new Promise((resolve) => {
        const look = () => {
          if (![...waiting.values()].includes(ms)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      });
    },
    end(ms) {
      for (const [over, length] of [...waiting]) if (length === ms) over();
    },
  };
}
