const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * npm passes Ctrl-C on to a child that already has it from the terminal: a second signal within this number
 * of milliseconds is the same one.
 */
const echo = 200;

/**
 * Resolves at the first signal to stop. A second one then has its usual effect: it ends the
 * process at once, should closing take too long.
 */
export function firstStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      setTimeout(giveWay, echo).unref();
      resolve();
    };
    const giveWay = (): void => {
      for (const signal of signals) process.off(signal, stop);
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
