/** Every variant of the independent server (test/independent) passes the checks. */
import { describe, expect, it } from 'vitest';
import { createIndependentDeployment, variantNames } from './deployments.ts';
import { listFalseFailures, runAgainst } from './run-mutants.ts';

describe('the independent server', { timeout: 180_000 }, () => {
  it.for(variantNames)('passes with the variant %s', async (name) => {
    const outcome = await runAgainst(createIndependentDeployment(name));
    expect(listFalseFailures(outcome)).toEqual([]);
    const passed = outcome.results.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(150);
  });
});
