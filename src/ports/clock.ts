/** Where the time comes from. Nothing outside `ports` asks the system for it. */
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
 * Makes a clock that its owner moves: a replay, or a test, which therefore never sleeps.
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
