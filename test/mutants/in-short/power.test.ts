/** Runs some of test/mutants/mutation.test.ts: a mutant for each clause (or rule), and each kind. */
import { expect, it } from 'vitest';
import { selectByLength, isLong } from '../../setup/test-length.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { mapInParallel } from '../in-parallel.ts';
import { judgeByRule } from '../known-dialect.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { useTargets } from '../sandbox-targets.ts';
import { createSeededRandom } from '../trouble/seeded-draws.ts';
import type { Naming } from '../naming.ts';

const targets = useTargets();

/** Constant: a few operators make valid requests fail, which only a complete run reports (exit code 4). */
const SEED = 11;

it('a run fails if a rule is broken', { timeout: 180_000 }, async () => {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const chosen = drawOperators(deployment.naming);
  expect(chosen.length).toBeGreaterThanOrEqual(selectByLength({ short: 20, long: 80 }));
  const results = await mapInParallel(chosen, (operator) => judgeByRule(operator, deployment));
  const survivors = results.filter(
    ({ killedBy, errors }) => killedBy === 'none' || errors.length > 0,
  );
  expect(survivors).toEqual([]);
});

/** Selects one operator of each rule, or of each clause in the short form, and at least one of each kind. */
function drawOperators(naming: Naming): readonly Operator[] {
  const draw = createSeededRandom(SEED);
  const effective = operators.filter(({ applies }) => applies?.(naming) ?? true);
  const drawOneOf = (getGroup: (operator: Operator) => string) =>
    [...new Set(effective.map(getGroup))].flatMap((value) => {
      const alike = effective.filter((its) => getGroup(its) === value);
      return alike[Math.floor(draw() * alike.length)] ?? [];
    });
  const getRule = ({ requirement }: Operator) => requirement;
  const getClause = ({ requirement }: Operator) => requirement.split('.', 2).join('.');
  return [
    ...new Set([...drawOneOf(isLong ? getRule : getClause), ...drawOneOf(({ kind }) => kind)]),
  ];
}
