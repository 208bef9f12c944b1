/** The short form of `npm run conformance:mutation`: one deployment, one mutant of each kind for each rule. */
import { describe, expect, it } from 'vitest';
import { createSandboxDeployment } from './deployments.ts';
import { getDetectingChecks, judgeByRule } from './known-dialect.ts';
import { operators } from './operators/index.ts';
import type { Operator } from './operators/operator.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

const { traits } = await createSandboxDeployment(targets);

const operatorByRuleAndKind = new Map<string, Operator>();
for (const operator of operators) {
  const { requirement, kind, applies } = operator;
  const key = `${requirement} ${kind}`;
  if (applies?.(traits) !== false && !operatorByRuleAndKind.has(key))
    operatorByRuleAndKind.set(key, operator);
}

describe('a deployment that violates a rule', { timeout: 180_000 }, () => {
  it.each(
    [...operatorByRuleAndKind.values()].map(
      (operator) => [operator.requirement, operator.name, operator] as const,
    ),
  )('fails %s: %s', async (_requirement, _name, operator) => {
    const deployment = await createSandboxDeployment(targets);
    const result = await judgeByRule(operator, deployment);
    expect(result.errors).toEqual([]);
    // A failed assertion also shows `own`, the verdicts of the checks of the requirement.
    expect({ killedBy: result.killedBy, own: result.own }).toMatchObject({
      killedBy: getDetectingChecks(operator),
    });
  });
});
