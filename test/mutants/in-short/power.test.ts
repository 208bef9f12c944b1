/** test/mutants/mutation.test.ts in short: at random, one broken deployment for each rule. */
import { expect, it } from 'vitest';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { inParallel } from '../in-parallel.ts';
import { judgedByItsRule } from '../known-dialect.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { useTargets } from '../sandbox-targets.ts';
import { seededDraws } from '../trouble/seeded-draws.ts';
import type { Words } from '../words.ts';

const targets = useTargets();

const SEED = 11;

it('fails where a rule is broken', { timeout: 180_000 }, async () => {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const chosen = drawn(deployment.words);
  expect(chosen.length).toBeGreaterThanOrEqual(80);
  const results = await inParallel(chosen, (operator) => judgedByItsRule(operator, deployment));
  const survivors = results.filter(
    ({ killedBy, errors }) => killedBy === 'none' || errors.length > 0,
  );
  expect(survivors).toEqual([]);
});

/** Of each rule one, and of each kind of fault one at least. */
function drawn(words: Words): readonly Operator[] {
  const draw = seededDraws(SEED);
  const effective = operators.filter(({ applies }) => applies?.(words) ?? true);
  const oneOf = (property: 'requirement' | 'kind') =>
    [...new Set(effective.map((its) => its[property]))].flatMap((value) => {
      const alike = effective.filter((its) => its[property] === value);
      return alike[Math.floor(draw() * alike.length)] ?? [];
    });
  return [...new Set([...oneOf('requirement'), ...oneOf('kind')])];
}
