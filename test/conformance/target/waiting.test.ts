import { describe, expect, it } from 'vitest';
import { Waiting } from '../../../conformance/target/waiting.ts';

/** Creates a clock that advances only while the code under test waits. */
function createWaiting(maximum: number) {
  let time = 0;
  return new Waiting(maximum, {
    now: () => time,
    sleep: async (milliseconds) => {
      const until = time + milliseconds;
      await Promise.resolve();
      time = Math.max(time, until);
    },
  });
}

describe('the waiting of a run', () => {
  it('counts concurrent waits once', async () => {
    const waiting = createWaiting(10_000);
    await Promise.all([waiting.wait(3000), waiting.wait(2000), waiting.wait(4000)]);
    expect(waiting.remaining).toBe(6000);
    await waiting.wait(1000);
    expect(waiting.remaining).toBe(5000);
  });

  it('waits no longer than the remaining budget or the maximum per wait', async () => {
    const waiting = createWaiting(4000);
    expect(await waiting.wait(60_000)).toBe(false);
    expect(await waiting.wait(3000)).toBe(true);
    expect(await waiting.wait(3000)).toBe(false);
    expect(await waiting.wait(1000)).toBe(true);
    expect(waiting.remaining).toBe(0);
  });

  it('distinguishes random 429 responses from a rate limit', () => {
    const waiting = createWaiting(0);
    const recordAll = (limits: number, others: number) => {
      for (let count = 0; count < limits; count += 1) waiting.recordResponse('limit');
      for (let count = 0; count < others; count += 1) waiting.recordResponse('response');
      return waiting.areLimitsRandom;
    };
    expect(recordAll(1, 15)).toBe(true);
    expect(recordAll(12, 0)).toBe(false);
    expect(recordAll(0, 40)).toBe(true);
  });
});
