const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export type StopSignal = (typeof SIGNALS)[number];

/**
 * npm forwards Ctrl-C to a child that already has it from the terminal: a second signal within this number of
 * milliseconds is the same one.
 */
const ECHO = 200;

/**
 * Resolves at the first signal to stop. A second one then has its default effect: it ends the process at
 * once, should closing take too long.
 */
export function waitForStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      setTimeout(restoreDefault, ECHO).unref();
      resolve(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
    };
    const restoreDefault = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}

/** Whether a run was asked to stop. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The received signal; null if there was none. */
  readonly by: StopSignal | null;
}

/** Returns an interruption that the first signal to stop aborts. */
export function createInterruption(): Interruption {
  const controller = new AbortController();
  let by: StopSignal | null = null;
  void waitForStopSignal().then((signal) => {
    by = signal;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get by() {
      return by;
    },
  };
}
