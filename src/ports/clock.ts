/** The source of time. Nothing outside `ports` reads the system clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that only moves when it is advanced. */
export interface SteppingClock extends Clock {
  /** Moves the clock on by `ms` milliseconds. */
  advance(ms: number): void;
}

/**
 * Creates a clock that its owner moves, for replays and for tests that never sleep.
 *
 * @param start milliseconds since the epoch, the first result of `now()`
 */
export function steppingClock(start: number): SteppingClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
