/** What passes between the command and the thread of a run while the checks run. */
import type { MessagePort } from 'node:worker_threads';
import type { Progress } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';

export type LiveMessage =
  /** In the order in which it happened. */
  | { readonly kind: 'progress'; readonly progress: readonly Progress[] }
  | { readonly kind: 'question'; readonly number: number; readonly question: string }
  | { readonly kind: 'answer'; readonly number: number; readonly text: string }
  | { readonly kind: 'interrupt' };

/** What the thread is started with. */
export interface Given {
  readonly settings: ConformSettings;
  /** Keeps what is said before the thread hears. */
  readonly port: MessagePort;
}

/** One end of the way between the two. */
export function openLine(
  port: MessagePort,
  hear: (message: LiveMessage) => void,
): { say(message: LiveMessage): void; close(): void } {
  port.on('message', hear);
  // It alone keeps no process alive.
  port.unref();
  return {
    say: (message) => port.postMessage(message),
    close: () => port.close(),
  };
}
