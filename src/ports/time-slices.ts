import { setImmediate } from 'node:timers';

/** Maximum duration of a slice, in milliseconds. */
const SLICE_MS = 4;

/** Captured at import, so that fake timers of a test do not stop a sandbox in the same process. */
const realSetImmediate = setImmediate;
const now = performance.now.bind(performance);

/**
 * Splits long work into slices, so that a large input does not block other requests:
 * `if (slices.isUsedUp) await slices.yieldToEvents();` in each step of a loop.
 */
export class TimeSlices {
  #end = now() + SLICE_MS;

  get isUsedUp(): boolean {
    return now() >= this.#end;
  }

  /** Lets other events run, then begins the next slice. */
  async yieldToEvents(): Promise<void> {
    await new Promise<void>((resolve) => {
      realSetImmediate(resolve);
    });
    this.#end = now() + SLICE_MS;
  }
}
