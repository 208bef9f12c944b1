import type { Attempt } from '../attempt.ts';

/** Pauses between reads in milliseconds, 2 s in total. */
const PAUSES = [100, 200, 400, 600, 700];

/** Reads until `isDone`, because state may become visible later; returns the last value. */
export async function pollUntil<T>(
  t: Attempt,
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
): Promise<T> {
  let value = await read();
  for (const pause of PAUSES) {
    if (isDone(value)) break;
    await t.pause(pause);
    value = await read();
  }
  return value;
}
