/**
 * Joins signals like `AbortSignal.any`, but with strong references. Node references the sources weakly, so
 * a timeout among them may be garbage-collected and never abort.
 *
 * @returns a controller that aborts when one of the signals aborts. Callers abort it at the end: that removes the
 * listeners from the sources, which may exist as long as the process.
 */
export function joinSignals(...signals: readonly AbortSignal[]): AbortController {
  const joined = new AbortController();
  const abort = (): void => joined.abort();
  for (const signal of signals) signal.addEventListener('abort', abort, { signal: joined.signal });
  if (signals.some(({ aborted }) => aborted)) abort();
  return joined;
}
