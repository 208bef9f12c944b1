/** The liveness check decides when a deployment has stopped responding. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Liveness } from '../../../conformance/target/liveness.ts';

let now: number;
let probeCount: number;
let probeResult: string | null;
let liveness: Liveness;

beforeEach(() => {
  [now, probeCount, probeResult] = [0, 0, null];
  liveness = new Liveness({
    now: () => now,
    probe: () => {
      probeCount += 1;
      return Promise.resolve(probeResult);
    },
  });
});

/** Records the first failure, and all other failures `milliseconds` later. */
async function recordFailures(failures: number, milliseconds: number): Promise<void> {
  await liveness.recordFailure();
  now += milliseconds;
  for (let count = 1; count < failures; count += 1) await liveness.recordFailure();
}

describe('the liveness probe, which requires 20 failures in at least 30 s', () => {
  it.each([
    [20, 30_000, 1],
    [19, 60_000, 0],
    [500, 29_999, 0],
  ])(
    'after %i failed requests in %i ms is sent %i times',
    async (failures, milliseconds, expected) => {
      await recordFailures(failures, milliseconds);
      expect(probeCount).toBe(expected);
    },
  );

  it.each([
    ['a response', async () => liveness.recordResponse()],
    // Together with the first ten failures, these are 20 failures in at least 30 s, which cause a probe.
    ['a successful probe', () => recordFailures(10, 10_000)],
  ])('requires 20 more failures in at least 30 s after %s', async (_name, reset) => {
    await recordFailures(10, 20_000);
    await reset();
    const probesBefore = probeCount;
    await recordFailures(19, 30_000);
    expect(probeCount).toBe(probesBefore);
    await liveness.recordFailure();
    expect(probeCount).toBe(probesBefore + 1);
  });

  it('is sent once for all waiting requests', async () => {
    probeResult = 'connection refused';
    await recordFailures(19, 30_000);
    await Promise.all([liveness.recordFailure(), liveness.recordFailure()]);
    expect(probeCount).toBe(1);
  });
});

describe('the reason why the deployment is unreachable', () => {
  it.each([['connection refused'], [null]])('is the result of the probe: %s', async (reason) => {
    probeResult = reason;
    expect(liveness.unreachable).toBeNull();
    await recordFailures(20, 30_000);
    expect(liveness.unreachable).toBe(reason);
  });

  it('is null if another request gets a response during the probe', async () => {
    probeResult = 'connection refused';
    await recordFailures(19, 30_000);
    const failure = liveness.recordFailure();
    liveness.recordResponse();
    await failure;
    expect(probeCount).toBe(1);
    expect(liveness.unreachable).toBeNull();
  });

  it('stays the same if the deployment responds again', async () => {
    probeResult = 'connection refused';
    await recordFailures(20, 30_000);
    probeResult = null;
    liveness.recordResponse();
    await recordFailures(20, 30_000);
    expect(liveness.unreachable).toBe('connection refused');
  });
});
