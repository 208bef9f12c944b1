/**
 * test/mutants/mutation.test.ts in short: at random, one broken deployment for each clause, or in the long
 * form for each rule, and one for each kind of fault.
 */
import { expect, it } from 'vitest';
import { selectByLength, isLong } from '../../setup/test-length.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { inParallel } from '../in-parallel.ts';
import { judgedByItsRule } from '../known-dialect.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { useTargets } from '../sandbox-targets.ts';
import { seededDraws } from '../trouble/seeded-draws.ts';
import type { Naming } from '../naming.ts';

const targets = useTargets();

/** Constant: a few operators make valid requests fail, which only a complete run reports (exit code 4). */
const SEED = 11;

it('a run fails if a rule is broken', { timeout: 180_000 }, async () => {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const chosen = drawn(deployment.naming);
  expect(chosen.length).toBeGreaterThanOrEqual(selectByLength({ short: 20, long: 80 }));
  const results = await inParallel(chosen, (operator) => judgedByItsRule(operator, deployment));
  const survivors = results.filter(
    ({ killedBy, errors }) => killedBy === 'none' || errors.length > 0,
  );
  expect(survivors).toEqual([]);
});

/** Of each rule, or in short of each clause, one; and of each kind of fault one at least. */
function drawn(naming: Naming): readonly Operator[] {
  const draw = seededDraws(SEED);
  const effective = operators.filter(({ applies }) => applies?.(naming) ?? true);
  const oneOf = (of: (operator: Operator) => string) =>
    [...new Set(effective.map(of))].flatMap((value) => {
      const alike = effective.filter((its) => of(its) === value);
      return alike[Math.floor(draw() * alike.length)] ?? [];
    });
  const ruleOf = ({ requirement }: Operator) => requirement;
  const clauseOf = ({ requirement }: Operator) => requirement.split('.', 2).join('.');
  return [...new Set([...oneOf(isLong ? ruleOf : clauseOf), ...oneOf(({ kind }) => kind)])];
}
