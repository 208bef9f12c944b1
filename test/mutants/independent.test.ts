/** Every variant of the independent server (test/independent) passes the checks; mutants of `chatty` fail. */
import { describe, expect, it } from 'vitest';
import { createIndependentDeployment, variantNames } from './deployments.ts';
import { judgeByRule } from './known-dialect.ts';
import { mapInParallel } from './map-in-parallel.ts';
import { addedNumbers } from './operators/added-numbers.ts';
import { listFalseFailures, runAgainst } from './run-mutants.ts';

describe('the independent server', { timeout: 180_000 }, () => {
  it.for(variantNames)('passes with the variant %s', async (name) => {
    const outcome = await runAgainst(createIndependentDeployment(name));
    expect(listFalseFailures(outcome)).toEqual([]);
    const passed = outcome.results.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(150);
  });

  it('with the variant chatty fails if a mutant adds phone numbers to users wrongly', async () => {
    const deployment = createIndependentDeployment('chatty');
    // The mutants with a condition. They need a deployment that adds the number of a send to a user.
    const operators = addedNumbers.filter(({ applies }) => applies?.(deployment.traits));
    const results = await mapInParallel(operators, (operator) => judgeByRule(operator, deployment));
    expect(results.map(({ killedBy }) => killedBy)).toEqual(['own', 'own', 'own', 'own']);
  });
});
