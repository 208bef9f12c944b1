/**
 * What a run says where several things come at once: a dialect at random, a rule that is broken, and
 * less of what can be given. Half of the runs have to find the dialect out first.
 */
import { describe, it } from 'vitest';
import { sandboxDeployment } from '../deployments.ts';
import { combinations } from '../round-trip/combinations.ts';
import { documentOf } from '../round-trip/values.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { breaches } from './breaches.ts';
import { given } from './given.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

const dialects = await combinations(Object.keys(given).length, 12);
const cases = dialects.map((values, index) => {
  const [what, settings] = Object.entries(given)[index] ?? ['', {}];
  // Those side by side in the list break much the same.
  const breach = breaches[(index * 61) % breaches.length];
  return { index, values, what, settings, breach };
});

describe('of a sandbox in a dialect at random', { timeout: 60_000 }, () => {
  it.for(cases)('$index, given $what, which breaks $breach.name', async (its) => {
    const { index, values, settings, breach } = its;
    const deployment = await sandboxDeployment(targets, `at once ${index}`, documentOf(values));
    const outcome = await runAgainst(deployment, breach?.mutate ?? null, {
      ...(index % 2 === 1 && { granted: deployment.dialect }),
      settings: { ...settings, ...inOrder },
    });
    expectToldInShort('at-once', `${index}`, outcome);
  });
});
