/**
 * The journal of the workspace as it grows: new requests, and whether the sandbox is reachable.
 * A stream that ends at once begins anew after a reset or a loading; when the sandbox is away, the
 * console tries again until it is back, and then reads everything anew.
 */
import { effect, signal } from '@preact/signals';

import { ControlError } from '../api/control-error.ts';
import { openControl } from '../api/control.ts';
import { isJournalEntry } from '../api/documents.ts';
import { eventsOf } from '../api/events.ts';
import type { JournalEntry } from '../api/schemas.ts';
import { workspace } from './route.ts';
import { notify } from './toasts.ts';
import { tokenNeed } from './token.ts';

/** `gone`: the sandbox is reachable, but this workspace does not exist. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'gone'>('connecting');

/** Goes up when everything that was read may be out of date. */
export const revision = signal(0);

/** The last request; undefined before the first. */
export const lastRequest = signal<JournalEntry | undefined>(undefined);

/** How long to wait before the next try, in milliseconds. */
const PAUSE = { first: 300, longest: 3000 };

export function readAnew(): void {
  revision.value += 1;
}

/** Follows the workspace that the page shows, whichever that is. */
export function followWorkspace(): void {
  effect(() => {
    const name = workspace.value;
    if (tokenNeed.value !== 'none') return;
    const left = new AbortController();
    connection.value = 'connecting';
    void follow(name, left.signal);
    return () => left.abort();
  });
}

async function follow(name: string, left: AbortSignal): Promise<void> {
  let pause = PAUSE.first;
  while (!left.aborted) {
    const ended = await streamOnce(name, left);
    if (left.aborted) return;
    if (ended === 'streamed') {
      pause = PAUSE.first;
      continue;
    }
    if (ended === 'stopped') return;
    await waited(pause, left);
    pause = Math.min(pause * 1.6, PAUSE.longest);
  }
}

/** `streamed`: it was there and has ended. `stopped`: there is no point in going on. */
async function streamOnce(
  name: string,
  left: AbortSignal,
): Promise<'streamed' | 'unreachable' | 'stopped'> {
  try {
    const response = await openControl(name, '/journal', {
      accept: 'text/event-stream',
      signal: left,
    });
    arrived();
    for await (const event of eventsOf(response)) {
      if (isJournalEntry(event)) lastRequest.value = event;
    }
    return 'streamed';
  } catch (error) {
    if (left.aborted) return 'stopped';
    if (error instanceof ControlError) {
      if (error.code === 'workspaceUnknown') connection.value = 'gone';
      return error.code === 'workspaceReset' ? 'unreachable' : 'stopped';
    }
    // A broken connection ends here, too: the next attempt reveals the reason.
    const wasLive = connection.peek() === 'live';
    connection.value = 'lost';
    return wasLive ? 'streamed' : 'unreachable';
  }
}

function arrived(): void {
  if (connection.peek() === 'lost') notify('Reconnected. All data was reloaded.');
  connection.value = 'live';
  readAnew();
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Changes of another tab or a test become visible when this tab is shown again. */
addEventListener('focus', readAnew);
