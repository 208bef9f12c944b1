import { describe, expect, it } from 'vitest';
import { Waiting } from '../../../conformance/target/waiting.ts';

/** The clock advances only while the code under test waits. */
function createWaiting(maxTotal: number) {
  let time = 0;
  return new Waiting(maxTotal, {
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

  it('refuses a wait that exceeds the remaining time', async () => {
    const waiting = createWaiting(4000);
    expect(await waiting.wait(3000)).toBe(true);
    expect(await waiting.wait(3000)).toBe(false);
    expect(await waiting.wait(1000)).toBe(true);
    expect(waiting.remaining).toBe(0);
  });

  it('refuses a wait of more than five seconds', async () => {
    expect(await createWaiting(120_000).wait(5001)).toBe(false);
  });

  it('considers rate limits random if at most a quarter of the latest 40 responses are rate-limited', () => {
    const waiting = createWaiting(0);
    const record = (count: number, kind: 'limit' | 'response') => {
      for (let index = 0; index < count; index += 1) waiting.recordResponse(kind);
    };
    record(1, 'limit');
    record(15, 'response');
    expect(waiting.areLimitsRandom).toBe(true);
    record(12, 'limit');
    expect(waiting.areLimitsRandom).toBe(false);
    record(40, 'response');
    expect(waiting.areLimitsRandom).toBe(true);
  });
});
