/** A signal that aborts with the first of others. */
export interface JoinedSignals {
  readonly signal: AbortSignal;
  /** Lets go of the others, which may live as long as the process: call it when the work is done. */
  release(): void;
}

/**
 * Joins signals. The same as `AbortSignal.any`, but each holds the result strongly: Node keeps the sources
 * of that by weak references, and a timeout among them that is collected never aborts.
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
