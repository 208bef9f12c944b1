import { firstStopSignal } from '../stop-signal.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Whether the run was asked to stop. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The received signal; null if there was none. */
  readonly by: StopSignal | null;
}

/** The first signal to stop aborts; a second one ends the process at once. */
export function untilInterrupted(): Interruption {
  const controller = new AbortController();
  const interruption: { signal: AbortSignal; by: StopSignal | null } = {
    signal: controller.signal,
    by: null,
  };
  const remember = (signal: NodeJS.Signals): void => {
    interruption.by ??= signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  };
  process.on('SIGINT', remember).on('SIGTERM', remember);
  void firstStopSignal().then(() => {
    process.off('SIGINT', remember).off('SIGTERM', remember);
    controller.abort();
  });
  return interruption;
}
