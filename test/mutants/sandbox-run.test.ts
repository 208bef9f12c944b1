import { expect, it } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSettings, useTargets } from './sandbox-targets.ts';

const targets = useTargets();

it('a run passes against the sandbox', async () => {
  const target = await targets.target();
  const outcome = await runConformance(createSettings(target), { assumedDialect: defaultDialect });
  expect(outcome.stop).toBe(null);
  expect(
    outcome.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error'),
  ).toEqual([]);
  expect(outcome.results.length).toBeGreaterThan(1);
});
