import { createSandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox renamed', (targets) =>
  createSandboxDeployment(targets, 'renamed', dialects.renamed),
);
