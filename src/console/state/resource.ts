/** Values that are read from the sandbox, and read again when they may be out of date. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { ControlError, Unreachable } from '../api/control-error.ts';
import { revision } from './live.ts';
import { workspace } from './route.ts';

type Reading<Value> =
  | { readonly state: 'loading'; readonly value?: undefined; readonly error?: undefined }
  | { readonly state: 'ready'; readonly value: Value; readonly error?: undefined }
  | { readonly state: 'failed'; readonly value?: undefined; readonly error: Error };

export type Resource<Value> = Reading<Value> & { reload(): void };

/**
 * Reads a value when the component is first shown, and again when the workspace or one of `keys` changes.
 * A value is shown until it is replaced, also while the sandbox is unreachable.
 *
 * @param event also reads the value again when it changes, such as the id of the last request
 */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  keys: readonly unknown[] = [],
  event?: string,
): Resource<Value> {
  const [reading, setReading] = useState<Reading<Value>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  const identity = JSON.stringify([workspace.value, ...keys]);
  const shown = useRef(identity);

  useEffect(() => {
    const controller = new AbortController();
    if (shown.current !== identity) {
      shown.current = identity;
      setReading({ state: 'loading' });
    }
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setReading({ state: 'ready', value });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setReading((before) =>
          isTemporary(error) && before.state === 'ready'
            ? before
            : { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) },
        );
      },
    );
    return () => controller.abort();
  }, [identity, reloads, event, revision.value]);

  const reload = () => setReloads((before) => before + 1);
  return shown.current === identity ? { ...reading, reload } : { state: 'loading', reload };
}

/** Whether the value will be read again without an action of the user. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof ControlError && ['controlToken', 'workspaceReset'].includes(error.code))
  );
}
