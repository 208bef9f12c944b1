/** Something that is read from the sandbox, and read anew when it may be out of date. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { ControlError, Unreachable } from '../api/control-error.ts';
import { revision } from './live.ts';

export type Resource<Value> = {
  /** Reads it anew. */
  reload(): void;
} & (
  | { readonly state: 'loading'; readonly value?: undefined; readonly error?: undefined }
  | { readonly state: 'ready'; readonly value: Value; readonly error?: undefined }
  | { readonly state: 'failed'; readonly value?: undefined; readonly error: Error }
);

type Read<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: Error };

/**
 * Reads a value when the component shows and whenever one of `keys` changes; what was read stays
 * until the new value is there. While the sandbox is away, what was read last stays, too.
 */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  keys: readonly unknown[],
): Resource<Value> {
  const [read, setRead] = useState<Read<Value>>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  const identity = JSON.stringify(keys);
  const shown = useRef(identity);

  useEffect(() => {
    const left = new AbortController();
    if (shown.current !== identity) {
      shown.current = identity;
      setRead({ state: 'loading' });
    }
    load(left.signal).then(
      (value) => {
        if (!left.signal.aborted) setRead({ state: 'ready', value });
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        setRead((before) =>
          isPassing(error) && before.state === 'ready'
            ? before
            : { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) },
        );
      },
    );
    return () => left.abort();
  }, [identity, turn, revision.value]);

  const reload = () => setTurn((before) => before + 1);
  return shown.current === identity ? { ...read, reload } : { state: 'loading', reload };
}

/** Whether it will be read anew anyway. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof ControlError && ['controlToken', 'workspaceReset'].includes(error.code))
  );
}
