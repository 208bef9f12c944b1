const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export type StopSignal = (typeof SIGNALS)[number];

/** Milliseconds in which a further signal is ignored: npm forwards a Ctrl-C that this process also received. */
const IGNORE_TIME = 200;

/**
 * Resolves at the first signal to stop. After IGNORE_TIME, the default of Node.js applies again: another signal
 * ends the process at once, in case closing takes too long.
 */
export function waitForStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      setTimeout(restoreDefault, IGNORE_TIME).unref();
      resolve(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
    };
    const restoreDefault = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}

export interface Interruption {
  /** Aborted when the process receives SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The signal that the process received; null if none so far. */
  readonly receivedSignal: StopSignal | null;
}

export function createInterruption(): Interruption {
  const controller = new AbortController();
  let receivedSignal: StopSignal | null = null;
  void waitForStopSignal().then((signal) => {
    receivedSignal = signal;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get receivedSignal() {
      return receivedSignal;
    },
  };
}
