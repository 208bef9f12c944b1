/**
 * Joins signals like `AbortSignal.any`, but with strong references. Node references the sources weakly, so
 * a timeout among them may be garbage-collected and never abort.
 *
 * @returns a signal, and a function that removes the listeners from the sources, which may exist as long as
 * the process
 */
export function joinSignals(...signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  release(): void;
} {
  const joined = new AbortController();
  const release = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  const abort = (): void => {
    release();
    joined.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  return { signal: joined.signal, release };
}
