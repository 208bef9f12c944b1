import type { Clock } from '../../src/ports/clock.ts';

/** A clock that only moves when it is advanced. */
export interface SteppingClock extends Clock {
  /** Moves the clock on by `ms` milliseconds. */
  advance(ms: number): void;
}

/**
 * Creates a clock that its owner moves, for tests that never sleep.
 *
 * @param start milliseconds since the epoch, the first result of `now()`
 */
export function createSteppingClock(start: number): SteppingClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
