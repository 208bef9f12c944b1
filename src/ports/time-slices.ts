import { getMonotonicTime, setImmediate } from './real-timers.ts';

/** Maximum duration of a slice, in milliseconds. */
const SLICE_MS = 4;

/**
 * Splits long work into slices, so that a large input does not block other requests:
 * `if (slices.isUsedUp) await slices.yieldToEvents();` in each step of a loop.
 */
export class TimeSlices {
  #end = getMonotonicTime() + SLICE_MS;

  get isUsedUp(): boolean {
    return getMonotonicTime() >= this.#end;
  }

  /** Lets other events run, then begins the next slice. */
  async yieldToEvents(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    this.#end = getMonotonicTime() + SLICE_MS;
  }
}
