/** The workspace clock, advanced locally between two reads. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

import { readBody, getControlClient } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';

const reading = signal<
  | {
      /** Milliseconds. */
      readonly now: number;
      readonly state: 'running' | 'frozen';
      /** The time of the reading by the monotonic clock of the browser. */
      readonly readAt: number;
    }
  | undefined
>(undefined);

export const getClockState = () => reading.value?.state;

export async function readClock(workspace: string): Promise<void> {
  setClock(await readBody(getControlClient(workspace).GET('/clock')));
}

export function setClock({ now, frozen }: Schemas['Clock']): void {
  reading.value = {
    now: Date.parse(now),
    state: frozen ? 'frozen' : 'running',
    readAt: performance.now(),
  };
}

/** Returns the workspace clock in milliseconds, updated every second; undefined before it was read. */
export function useNow(): number | undefined {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const clock = reading.value;
  if (clock === undefined) return undefined;
  return clock.state === 'frozen' ? clock.now : clock.now + performance.now() - clock.readAt;
}
