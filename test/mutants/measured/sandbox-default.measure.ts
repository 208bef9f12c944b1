import { createSandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox default', (targets) =>
  createSandboxDeployment(targets, 'default', dialects.default),
);
