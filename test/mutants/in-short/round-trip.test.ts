/** The short form of test/mutants/round-trip: three dialects, and all checks in the first. */
import { expect, it } from 'vitest';
import { sections } from '../../../conformance/sections/index.ts';
import { listCombinations } from '../round-trip/combinations.ts';
import { expectDetected, expectSameResult } from '../round-trip/expect-detected.ts';
import { listFalseFailures } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';

const targets = useTargets();

const dialects = await listCombinations({ count: 3, seed: 3 });

it.for(dialects.map((values, index) => [index, values] as const))(
  'dialect %i is detected; a sandbox with the detected dialect gives the same result',
  { timeout: 90_000 },
  async ([index, values]) => {
    const outcome = await expectDetected(targets, values, index === 0 ? sections : []);
    expect(listFalseFailures(outcome)).toEqual([]);
    await expectSameResult(targets, outcome);
  },
);
