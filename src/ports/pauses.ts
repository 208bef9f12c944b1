import { sleep } from './real-timers.ts';

/** The source of timers. Nothing outside `ports` sets a timer to wait. */
export interface Pauses {
  /** Resolves after the given milliseconds, or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemPauses: Pauses = {
  // `sleep` rejects only when the signal aborts; `pause` then resolves, too.
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
