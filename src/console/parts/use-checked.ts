import { useEffect, useState } from 'preact/hooks';

import { workspace } from '../state/route.ts';
import { notifyFailure } from '../state/toasts.ts';

/** Milliseconds after the last input until it is checked. */
const CHECK_DELAY = 300;

/**
 * Checks an input whenever it has changed and typing pauses. Returns the last result, and a function that
 * replaces it; the result is undefined until the first check is complete, or without input.
 *
 * @param input undefined if there is nothing to check
 */
export function useChecked<Input, Result>(
  input: Input | undefined,
  check: (input: Input, signal: AbortSignal) => Promise<Result>,
) {
  const [result, setResult] = useState<Result>();

  useEffect(() => {
    if (input === undefined) {
      setResult(undefined);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      check(input, controller.signal).then(setResult, (error: unknown) => {
        if (!controller.signal.aborted) notifyFailure(error);
      });
    }, CHECK_DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [JSON.stringify(input), workspace.value]);

  return [result, setResult] as const;
}
