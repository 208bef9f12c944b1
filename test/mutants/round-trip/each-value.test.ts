import { describe, expect, it, vi } from 'vitest';

import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from '../told/reviewed.ts';
import { inOrder } from '../told/told.ts';
import { expectDiscovered, expectTheSameAgain, MOST } from './discovering.ts';
import { samples, statusCauses } from './values.ts';

const targets = useTargets();

// On a machine that is busy with other tests, too.
vi.setConfig({ testTimeout: 60_000 });

describe('a discovery of the default dialect', () => {
  it('finds out every key that can be, within its budget, and again of what it found', async () => {
    const outcome = await expectDiscovered(targets, {}, [], inOrder);
    expectToldInShort('round-trip/each-value', 'the default', outcome);
    await expectTheSameAgain(targets, outcome);
    expect(outcome.budget.requests.used).toBeLessThanOrEqual(250);
    expect(outcome.budget.otpSends.used).toBeLessThanOrEqual(20);
  });
});

describe('a discovery finds out', () => {
  const titled = samples.map(
    (sample) => [`${sample.key}: ${JSON.stringify(sample.value)}`, sample] as const,
  );
  it.each(titled)('%s', async (title, { values }) => {
    const outcome = await expectDiscovered(targets, values, [], inOrder);
    expectToldInShort('round-trip/each-value', title, outcome);
    const { budget } = outcome;
    expect(budget.requests.used).toBeLessThanOrEqual(MOST.requests);
    expect(budget.otpSends.used).toBeLessThanOrEqual(MOST.otpSends);
  });

  it.each([431, 460])('a status of its own for each cause, from %i', async (first) => {
    const statuses = Object.fromEntries(statusCauses.map((key, index) => [key, first + index]));
    const values = {
      ...statuses,
      'identity.unknown': 'rejectAtStart',
      'limits.sends': { count: 5, per: 'PT1H', scope: 'destination' },
    };
    const outcome = await expectDiscovered(targets, values, [], inOrder);
    expectToldInShort('round-trip/each-value', `statuses from ${first}`, outcome);
    await expectTheSameAgain(targets, outcome);
  });
});
