/** Each mutant of operators/neighbouring-contexts.ts fails a check of its rule on both servers. */
import { describe, expect, it } from 'vitest';
import { sample } from '../setup/test-length.ts';
import { createIndependentDeployment, createSandboxDeployment } from './deployments.ts';
import { judgeByRule } from './known-dialect.ts';
import { neighbouringContexts } from './operators/neighbouring-contexts.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

const deployments = [await createSandboxDeployment(targets), createIndependentDeployment('plain')];

/**
 * The mutant that only a run with a known dialect detects. A run that detects the dialect
 * assumes that the deployment legally accepts used challenges.
 */
const UNDETECTED = 'used challenges are accepted again after a wallet was added';

describe.each(deployments)('a run against the $name', (deployment) => {
  const detectable = neighbouringContexts.filter(
    ({ name, applies }) =>
      applies?.(deployment.traits) !== false &&
      // The dialect of the independent server is not known before the run.
      (deployment.dialect !== null || name !== UNDETECTED),
  );
  it.each(sample(detectable, 6).map((operator) => [operator.name, operator] as const))(
    'fails if %s',
    async (_name, operator) => {
      const result = await judgeByRule(operator, deployment);
      expect(result).toMatchObject({ killedBy: 'own', errors: [] });
    },
  );
});
