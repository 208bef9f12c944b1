import { getTime } from './real-timers.ts';

/** The source of time. Nothing outside `ports` reads the system clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: getTime };
