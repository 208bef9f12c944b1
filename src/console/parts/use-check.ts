import { useEffect, useState } from 'preact/hooks';

import { workspace } from '../state/route.ts';
import { notifyFailure } from '../state/toasts.ts';

/** Milliseconds between the last change of the input and its check. */
const CHECK_DELAY = 300;

/**
 * Checks an input after each change, when typing pauses. Returns the last result, and a function that replaces
 * the result. The result is undefined without input, and until the first check is complete.
 *
 * @param input undefined to check nothing
 */
export function useCheck<Input, Result>(
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
