/** Decides when a deployment has stopped responding. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Liveness } from '../../../conformance/target/liveness.ts';

let now: number;
let looks: number;
let found: string | null;
let presence: Liveness;

beforeEach(() => {
  [now, looks, found] = [0, 0, null];
  presence = new Liveness({
    now: () => now,
    look: () => {
      looks += 1;
      return Promise.resolve(found);
    },
  });
});

/** Reports consecutive requests, the last one this number of milliseconds after the first. */
async function silence(requests: number, milliseconds: number): Promise<void> {
  await presence.failed();
  now += milliseconds;
  for (let count = 1; count < requests; count += 1) await presence.failed();
}

describe('somebody looks', () => {
  it.each([
    [20, 30_000, 1],
    [19, 60_000, 0],
    [500, 29_999, 0],
  ])('after %i requests in %i ms: %i times', async (requests, milliseconds, expected) => {
    await silence(requests, milliseconds);
    expect(looks).toBe(expected);
  });

  it.each([
    ['an answer', async () => presence.answered()],
    ['a look that is answered', () => silence(10, 10_000)],
  ])('as late after %s as at first', async (_name, begins) => {
    await silence(10, 20_000);
    await begins();
    const before = looks;
    await silence(19, 30_000);
    expect(looks).toBe(before);
    await presence.failed();
    expect(looks).toBe(before + 1);
  });

  it('once for all who wait, and again later', async () => {
    found = 'connection refused';
    await silence(19, 30_000);
    await Promise.all([presence.failed(), presence.failed()]);
    expect(looks).toBe(1);
    await presence.failed();
    expect(looks).toBe(2);
  });
});

describe('the deployment is gone', () => {
  it.each([['connection refused'], [null]])('as the look tells: %s', async (why) => {
    found = why;
    expect(presence.unreachable).toBeNull();
    await silence(20, 30_000);
    expect(presence.unreachable).toBe(why);
  });
});
