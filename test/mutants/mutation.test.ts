/** The measurement of `npm run conformance:mutation` in short: one deployment, one mutant of a sort. */
import { describe, expect, it } from 'vitest';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { operators } from './operators/index.ts';
import type { Operator } from './operators/operator.ts';
import { judgeMutant } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

/** One of each kind for each rule. */
const chosen = [
  ...new Map(operators.toReversed().map((its) => [`${its.requirement} ${its.kind}`, its])).values(),
].toReversed();

/**
 * Of these the deployment does so little that the checks of the rule itself have nothing to look
 * at, or an account reads so differently that it may be declared wrongly: others find them.
 */
const foundElsewhere: Readonly<Record<string, string>> = {
  'startWalletAuth takes no string for a walletAddress': '4.1.call.starts',
  'a signature has to be an object of r, s and v': '4.2.call.authenticates',
  'startWalletAuth needs a signature': '4.1.call.starts',
  'sendEmailOtp is not found under the base URL': '4.6.call.sends',
  'an approved KYC is a flag true': '2.7.kyc.status',
};

describe('a deployment that breaks a rule', { timeout: 180_000 }, () => {
  it.for(chosen)('$requirement: $name', async (operator) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const only = [foundElsewhere[operator.name] ?? operator.requirement];
    const result = await judgeMutant(operator, deployment, {
      granted: deployment.dialect,
      settings: { only },
    });
    expect(result.errors).toEqual([]);
    expect({ killedBy: result.killedBy, own: result.own }).toMatchObject({
      killedBy: expectedOf(operator),
    });
  });
});

function expectedOf({ name }: Operator): 'own' | 'other' {
  return name in foundElsewhere ? 'other' : 'own';
}
