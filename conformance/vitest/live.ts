/** What passes between the command and the thread of vitest while the checks run. */
import { BroadcastChannel } from 'node:worker_threads';
import type { Progress } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';

export type LiveMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'question'; readonly number: number; readonly question: string }
  | { readonly kind: 'answer'; readonly number: number; readonly text: string }
  | { readonly kind: 'interrupt' };

/** What the thread is started with. */
export interface Provided {
  readonly settings: ConformSettings;
  /** Name of the channel. */
  readonly channel: string;
  /** How many checks were chosen. */
  readonly checks: number;
  /** Whether the run was interrupted before the thread began. */
  readonly interrupted: boolean;
}

export const PROVIDED = 'flagbearer';

export function openChannel(
  name: string,
  hear: (message: LiveMessage) => void,
): { say(message: LiveMessage): void; close(): void } {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event) => {
    if ('data' in event) hear(event.data as LiveMessage);
  });
  // The channel alone keeps no process alive.
  channel.unref();
  return {
    say: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
