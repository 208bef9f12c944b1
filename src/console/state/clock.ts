/** Calculates the time of the workspace clock between two readings. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../api/schemas.ts';

interface ClockReading {
  /** The workspace clock, in milliseconds. */
  readonly now: number;
  readonly isFrozen: boolean;
  /** The time of the monotonic clock of the browser at the reading. */
  readonly readAt: number;
}

const reading = signal<ClockReading | undefined>(undefined);

export function setClock(clock: Schemas['Clock'] | undefined): void {
  reading.value = clock && {
    now: Date.parse(clock.now),
    isFrozen: clock.frozen,
    readAt: performance.now(),
  };
}

export const isClockFrozen = () => reading.value?.isFrozen === true;

/** Returns the workspace clock in milliseconds, updated every second; undefined before the first reading. */
export function useNow(): number | undefined {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (reading.value === undefined) return undefined;
  const { now, isFrozen, readAt } = reading.value;
  return isFrozen ? now : now + performance.now() - readAt;
}
