/** A sample of test/mutants/mutation.test.ts: a mutant for each rule and for each kind. */
import { expect, it } from 'vitest';
import { createSandboxDeployment } from '../deployments.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { judgeByRule } from '../known-dialect.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { useTargets } from '../sandbox-targets.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';

const targets = useTargets();

/** With this seed, each drawn mutant makes a check fail. Some others only make a run incomplete. */
const SEED = 11;

it('a run fails if a deployment violates a rule', { timeout: 400_000 }, async () => {
  const deployment = await createSandboxDeployment(targets);
  const chosen = drawOperators(deployment.traits);
  expect(chosen.length).toBeGreaterThanOrEqual(80);
  const results = await mapInParallel(chosen, (operator) => judgeByRule(operator, deployment));
  const survivors = results.filter(
    ({ killedBy, errors }) => killedBy === 'none' || errors.length > 0,
  );
  expect(survivors).toEqual([]);
});

/** Selects one operator of each rule, and at least one of each kind. */
function drawOperators(traits: DeploymentTraits): readonly Operator[] {
  const draw = createSeededRandom(SEED);
  const applicable = operators.filter(({ applies }) => applies?.(traits) ?? true);
  const drawOneOfEach = (getGroup: (operator: Operator) => string) =>
    [...new Set(applicable.map(getGroup))].flatMap((group) => {
      const members = applicable.filter((operator) => getGroup(operator) === group);
      return members[Math.floor(draw() * members.length)] ?? [];
    });
  const perRule = drawOneOfEach(({ requirement }) => requirement);
  const perKind = drawOneOfEach(({ kind }) => kind);
  return [...new Set([...perRule, ...perKind])];
}
