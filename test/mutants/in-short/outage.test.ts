/** Runs that cannot perform all checks: the time limit is too short, or an operation only returns server errors. */
import { expect, it } from 'vitest';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { sendRequest } from '../../sandbox.ts';
import { createSettings, useTargets } from '../sandbox-targets.ts';

const targets = useTargets();

it('a run with a time limit of 1 ms skips all checks', async () => {
  const settings = createSettings(await targets.create(), { maxDuration: 1 });
  const { results, stop } = await runConformance(settings, { sleep: () => Promise.resolve() });
  expect(stop).toBeNull();
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['not-tested']));
});

it('an outage of one operation does not prevent the checks of other operations', async () => {
  const target = await targets.create();
  const fault = { match: { operation: 'startWalletAuth' }, effect: { status: 500 } };
  await sendRequest(`${target}/sandbox/faults`, { body: fault });
  const settings = createSettings(target, { accounts: [], maxRequests: 2000 });
  // The clock advances by 100 ms at each reading, because no time passes without waits.
  let now = 0;
  const { results, budget, stop } = await runConformance(settings, {
    sleep: () => Promise.resolve(),
    now: () => (now += 100),
  });
  expect(stop).toBeNull();
  // The run does not repeat each check of the operation up to the limit of 2000.
  expect(budget.requests.used).toBeLessThan(1500);
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed).toContainEqual(
    expect.objectContaining({
      requirement: '4.1.operation.starts',
      reason: 'Expected 2xx for a valid startWalletAuth request, got 500.',
    }),
  );
  expect(new Set(failed.map(({ operation }) => operation))).toEqual(
    new Set(['startWalletAuth', 'authenticateWallet']),
  );
  const passed = results.filter(({ verdict }) => verdict === 'pass');
  expect(new Set(passed.map(({ operation }) => operation))).toContain('authenticateEmailOtp');
});
