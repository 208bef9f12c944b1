import type { Clock } from '../../src/ports/clock.ts';

/** A clock that only moves when it is advanced. */
export interface SteppingClock extends Clock {
  advance(ms: number): void;
}

/** Creates a clock that starts at `start`, in milliseconds since 1970. */
export function createSteppingClock(start: number): SteppingClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
