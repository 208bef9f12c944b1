/**
 * Reads data, and reads it again after a change. Follows the journal of the workspace, to receive new
 * requests and to detect an unreachable sandbox. Opens the stream again after it ends, such as after a reset.
 * Retries until the sandbox is reachable, then reads all data again.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ControlError, openControl, readBody, UnreachableError } from '../api/control.ts';
import type { ControlResponse } from '../api/control.ts';
import type { JournalEntry } from '../api/schemas.ts';
import { workspace } from './route.ts';
import { notify, type Toast } from './toasts.ts';
import { tokenProblem } from './token.ts';

/** `gone`: the sandbox is reachable, but this workspace does not exist. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'gone'>('connecting');

/** Increases when all data must be read again. */
export const revision = signal(0);

export const lastRequest = signal<JournalEntry | undefined>(undefined);

/** Milliseconds before the next attempt. */
const PAUSE = { first: 300, longest: 3000 };

export function refreshAll(): void {
  revision.value += 1;
}

/**
 * Waits for the response to a change, shows a notification, and reads all data again.
 *
 * @param text the notification, or a function that creates it from the response
 */
export async function confirmChange<Body>(
  response: ControlResponse<Body>,
  text: string | ((body: Exclude<Body, undefined>) => string),
  action?: Toast['action'],
): Promise<Exclude<Body, undefined>> {
  const body = await readBody(response);
  notify(typeof text === 'string' ? text : text(body), action);
  refreshAll();
  return body;
}

/** Follows the journal of the workspace that the page shows. */
export function useJournalStream(): void {
  useEffect(() => {
    if (tokenProblem.value !== null) return;
    const controller = new AbortController();
    connection.value = 'connecting';
    void followJournal(controller.signal);
    return () => controller.abort();
  }, [workspace.value, tokenProblem.value]);
}

async function followJournal(signal: AbortSignal): Promise<void> {
  let pause = PAUSE.first;
  while (!signal.aborted) {
    const end = await readStream(signal);
    if (end === 'stopped') return;
    if (end === 'failed') await new Promise((resolve) => setTimeout(resolve, pause));
    pause = end === 'ended' ? PAUSE.first : Math.min(pause * 1.6, PAUSE.longest);
  }
}

/** Returns `ended` after an open stream, `failed` if it cannot be opened, `stopped` if a retry is useless. */
async function readStream(signal: AbortSignal): Promise<'ended' | 'failed' | 'stopped'> {
  try {
    const response = await openControl('/journal', 'text/event-stream', signal);
    if (connection.peek() === 'lost') notify('Reconnected. All data was reloaded.');
    connection.value = 'live';
    refreshAll();
    for await (const entry of readEvents<JournalEntry>(response)) lastRequest.value = entry;
    return 'ended';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (error instanceof ControlError) {
      if (error.code === 'workspaceUnknown') connection.value = 'gone';
      return error.code === 'workspaceReset' ? 'failed' : 'stopped';
    }
    // If a live connection breaks, the stream has ended: the next attempt follows without a pause.
    const wasLive = connection.peek() === 'live';
    connection.value = 'lost';
    return wasLive ? 'ended' : 'failed';
  }
}

/**
 * Yields the data of each server-sent event (HTML, section 9.2), parsed as JSON. EventSource is not used, because
 * it cannot send the control token.
 */
async function* readEvents<Data>({ body }: Response): AsyncGenerator<Data, void> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let incomplete = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (incomplete + value).split('\n\n');
      incomplete = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data !== undefined) yield JSON.parse(data) as Data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// Another tab or a test can have changed data before this tab has the focus again.
addEventListener('focus', refreshAll);

export type Resource<Value> =
  | { readonly state: 'loading'; readonly value?: undefined; readonly error?: undefined }
  | { readonly state: 'ready'; readonly value: Value; readonly error?: undefined }
  | { readonly state: 'failed'; readonly value?: undefined; readonly error: Error };

/**
 * Reads a value when the component is first shown, and again when the workspace or one of `keys` changes.
 * After `refreshAll` or a change of `event`, returns the old value until the new value arrives. Also returns the
 * old value while the sandbox is unreachable.
 *
 * @param event a value whose change means that data has changed, such as the id of the last request
 */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  keys: readonly unknown[] = [],
  event?: string,
): Resource<Value> {
  const [resource, setResource] = useState<Resource<Value>>({ state: 'loading' });
  const key = JSON.stringify([workspace.value, ...keys]);
  const loadedKey = useRef(key);

  useEffect(() => {
    const controller = new AbortController();
    if (loadedKey.current !== key) {
      loadedKey.current = key;
      setResource({ state: 'loading' });
    }
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setResource({ state: 'ready', value });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setResource((previous) =>
          isTemporary(error) && previous.state === 'ready'
            ? previous
            : { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) },
        );
      },
    );
    return () => controller.abort();
  }, [key, event, revision.value]);

  return loadedKey.current === key ? resource : { state: 'loading' };
}

/** Returns whether all data will be read again after the cause of the error has ended. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof UnreachableError ||
    (error instanceof ControlError && ['controlToken', 'workspaceReset'].includes(error.code))
  );
}
