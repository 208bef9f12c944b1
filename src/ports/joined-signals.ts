/** A signal that aborts when the first of several aborts. */
export interface JoinedSignals {
  readonly signal: AbortSignal;
  /**
   * Removes the listeners from the sources, which may live as long as the process. Call it when the work is
   * done.
   */
  release(): void;
}

/**
 * Joins signals like `AbortSignal.any`, but with strong references: Node references the sources weakly, so
 * a timeout among them may be collected and never abort.
 */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignals {
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
