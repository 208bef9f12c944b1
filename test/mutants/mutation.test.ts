/** The short form of `npm run conformance:mutation`: one deployment, one mutant of each kind. */
import { describe, expect, it } from 'vitest';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { getExpected, judgeByRule } from './known-dialect.ts';
import { operators } from './operators/index.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

const { naming } = await sandboxDeployment(targets, 'default', dialects.default);

/** One of each kind for each rule. */
const chosen = [
  ...new Map(
    operators
      .filter(({ applies }) => applies?.(naming) !== false)
      .toReversed()
      .map((its) => [`${its.requirement} ${its.kind}`, its]),
  ).values(),
].toReversed();

describe('a deployment that breaks a rule', { timeout: 180_000 }, () => {
  it.for(chosen)('fails $requirement: $name', async (operator) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const result = await judgeByRule(operator, deployment);
    expect(result.errors).toEqual([]);
    expect({ killedBy: result.killedBy, own: result.own }).toMatchObject({
      killedBy: getExpected(operator),
    });
  });
});
