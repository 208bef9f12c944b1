/** Tests that random dialects are detected, and that every check passes. */
import { describe, expect, it } from 'vitest';
import { sections } from '../../../conformance/sections/index.ts';
import { listFalseFailures } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { listCombinations } from './combinations.ts';
import { expectDetected, expectSameResult } from './expect-detected.ts';

/** Defines a test for each of `count` dialects drawn from the seed. All checks run in the first `checkedCount` of them. */
export async function describeCombinations({
  count,
  seed,
  checkedCount = count,
}: {
  readonly count: number;
  readonly seed: number;
  readonly checkedCount?: number;
}): Promise<void> {
  const dialects = await listCombinations({ count, seed });
  const targets = useTargets();

  describe(`a random dialect from seed ${seed}`, () => {
    it.each(dialects.map((values, index) => [index, values] as const))(
      'is detected and passes, and a sandbox with the detected dialect gives the same result: number %i',
      async (index, values) => {
        const outcome = await expectDetected(targets, values, index < checkedCount ? sections : []);
        expect(listFalseFailures(outcome)).toEqual([]);
        await expectSameResult(targets, outcome);
      },
    );
  });
}
