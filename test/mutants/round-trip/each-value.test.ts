import { describe, expect, it } from 'vitest';

import { useTargets } from '../sandbox-targets.ts';
import { expectDetected, expectSameResult, LIMITS } from './expect-detected.ts';
import { samples, statusKeys } from './values.ts';

const targets = useTargets();

describe('discovery of the default dialect', () => {
  it('detects every detectable key, and the same values in a sandbox with the detected dialect', async () => {
    const outcome = await expectDetected(targets, {});
    await expectSameResult(targets, outcome);
    expect(outcome.budget.requests.used).toBeLessThanOrEqual(250);
    expect(outcome.budget.otpSends.used).toBeLessThanOrEqual(LIMITS.otpSends);
  });
});

describe('discovery', () => {
  const cases = samples.map(
    (sample) => [`${sample.key}: ${JSON.stringify(sample.value)}`, sample] as const,
  );
  it.each(cases)('detects %s', async (_, { values }) => {
    const outcome = await expectDetected(targets, values);
    const { budget } = outcome;
    expect(budget.requests.used).toBeLessThanOrEqual(LIMITS.requests);
    expect(budget.otpSends.used).toBeLessThanOrEqual(LIMITS.otpSends);
  });

  it.each([431, 460])('detects a different status for each cause, from %i up', async (status) => {
    const statuses = Object.fromEntries(statusKeys.map((key, index) => [key, status + index]));
    const values = {
      ...statuses,
      // Unknown identities and too many sends are rejected, so that a run can detect their statuses.
      'identity.unknown': 'rejectAtStart',
      'limits.sends': { count: 5, per: 'PT1H', scope: 'destination' },
    };
    const outcome = await expectDetected(targets, values);
    await expectSameResult(targets, outcome);
  });
});
