/** Each mutant of operators/neighbouring-contexts.ts fails a check of its rule on both servers. */
import { describe, expect, it } from 'vitest';
import { sample } from '../setup/test-length.ts';
import { independentDeployment, sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { judgeByRule } from './known-dialect.ts';
import { contextMutations } from './operators/neighbouring-contexts.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

const deployments = {
  sandbox: () => sandboxDeployment(targets, 'default', dialects.default),
  'independent server': () => Promise.resolve(independentDeployment('plain')),
};

describe.each(Object.entries(deployments))('a run against the %s', (_, createDeployment) => {
  it.for(sample(contextMutations, 6))(
    'fails if $name',
    { timeout: 60_000 },
    async (operator, { skip }) => {
      const deployment = await createDeployment();
      if (operator.applies?.(deployment.naming) === false) skip();
      const { killedBy, errors, own } = await judgeByRule(operator, deployment);
      // Some variants allow what the mutant does, for example reuse of a challenge.
      if (own.every((verdict) => /: not-tested: |\/alike: pass: /.test(verdict))) skip();
      expect({ killedBy, errors, own }).toMatchObject({ killedBy: 'own', errors: [] });
    },
  );
});
