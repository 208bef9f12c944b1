/** The liveness check decides when a deployment has stopped responding. */
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
    probe: () => {
      looks += 1;
      return Promise.resolve(found);
    },
  });
});

/** Reports consecutive requests, the last one this number of milliseconds after the first. */
async function silence(requests: number, milliseconds: number): Promise<void> {
  await presence.recordFailure();
  now += milliseconds;
  for (let count = 1; count < requests; count += 1) await presence.recordFailure();
}

describe('the liveness probe', () => {
  it.each([
    [20, 30_000, 1],
    [19, 60_000, 0],
    [500, 29_999, 0],
  ])(
    'after %i failed requests in %i ms is sent %i times',
    async (requests, milliseconds, expected) => {
      await silence(requests, milliseconds);
      expect(looks).toBe(expected);
    },
  );

  it.each([
    ['a response', async () => presence.recordResponse()],
    ['a successful probe', () => silence(10, 10_000)],
  ])('after %s is sent no earlier than the first time', async (_name, begins) => {
    await silence(10, 20_000);
    await begins();
    const before = looks;
    await silence(19, 30_000);
    expect(looks).toBe(before);
    await presence.recordFailure();
    expect(looks).toBe(before + 1);
  });

  it('is sent once for all waiting requests, and again later', async () => {
    found = 'connection refused';
    await silence(19, 30_000);
    await Promise.all([presence.recordFailure(), presence.recordFailure()]);
    expect(looks).toBe(1);
    await presence.recordFailure();
    expect(looks).toBe(2);
  });
});

describe('the deployment is unreachable', () => {
  it.each([['connection refused'], [null]])('if the probe fails: %s', async (why) => {
    found = why;
    expect(presence.unreachable).toBeNull();
    await silence(20, 30_000);
    expect(presence.unreachable).toBe(why);
  });
});
