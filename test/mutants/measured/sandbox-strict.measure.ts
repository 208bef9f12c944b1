import { createSandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox strict', (targets) =>
  createSandboxDeployment(targets, 'strict', dialects.strict),
);
