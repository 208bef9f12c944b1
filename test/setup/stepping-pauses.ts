import type { Pauses } from '../../src/ports/pauses.ts';

/** Pauses that a test ends explicitly. */
export interface SteppingPauses extends Pauses {
  /** The lengths in milliseconds of the pauses that have begun and not ended, oldest first. */
  readonly runningPauses: readonly number[];
  /** Resolves when a pause of this length has begun. */
  waitForPause(ms: number): Promise<void>;
  /** Ends all pauses of this length. */
  end(ms: number): void;
}

export function createSteppingPauses(): SteppingPauses {
  /** The length of each running pause, by the function that ends it. */
  const running = new Map<() => void, number>();
  /** Called whenever a pause begins. */
  const listeners = new Set<() => void>();
  return {
    get runningPauses() {
      return [...running.values()];
    },
    pause(ms, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = () => {
          running.delete(finish);
          signal.removeEventListener('abort', finish);
          resolve();
        };
        running.set(finish, ms);
        signal.addEventListener('abort', finish, { once: true });
        for (const listener of listeners) listener();
      });
    },
    waitForPause(ms) {
      return new Promise((resolve) => {
        const resolveIfRunning = () => {
          if (![...running.values()].includes(ms)) return;
          listeners.delete(resolveIfRunning);
          resolve();
        };
        listeners.add(resolveIfRunning);
        resolveIfRunning();
      });
    },
    end(ms) {
      for (const [finish, length] of [...running]) if (length === ms) finish();
    },
  };
}
