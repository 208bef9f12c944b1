const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves at the first signal to stop. A second one then has its usual effect: it ends the
 * process at once, should closing take too long.
 */
export function firstStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
