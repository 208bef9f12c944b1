/** A deployment with one operation that only returns server errors. */
import { expect, it } from 'vitest';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { sendRequest } from '../../sandbox.ts';
import { createSettings, useTargets } from '../sandbox-targets.ts';

const targets = useTargets();

/** Runs against a sandbox with an operation that always returns 500. The clock advances without waiting. */
async function runWithOutage(operation: string): Promise<RunOutcome> {
  const target = await targets.target();
  const fault = { match: { operation }, effect: { status: 500 } };
  await sendRequest(`${target}/sandbox/faults`, { body: fault });
  let now = 0;
  return runConformance(createSettings(target, { accounts: [], maxRequests: 2000 }), {
    sleep: () => Promise.resolve(),
    now: () => (now += 100),
  });
}

it('a run without time skips all its checks', async () => {
  const settings = createSettings(await targets.target(), { maxDuration: 1 });
  const { results, stop } = await runConformance(settings, { sleep: () => Promise.resolve() });
  expect(stop).toBeNull();
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['not-tested']));
});

it('an outage of one operation does not prevent the checks of the others', async () => {
  const { results, budget, stop } = await runWithOutage('startWalletAuth');
  expect(stop).toBeNull();
  expect(budget.requests.used).toBeLessThan(1500);
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed).toContainEqual(
    expect.objectContaining({
      requirement: '4.1.call.starts',
      reason: 'Expected 2xx for a valid startWalletAuth request, got 500.',
    }),
  );
  expect(new Set(failed.map(({ operation }) => operation))).toEqual(
    new Set(['startWalletAuth', 'authenticateWallet']),
  );
  const passed = results.filter(({ verdict }) => verdict === 'pass');
  expect(new Set(passed.map(({ operation }) => operation))).toContain('authenticateEmailOtp');
});
