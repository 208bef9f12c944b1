import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox strict', (targets) =>
  sandboxDeployment(targets, 'strict', dialects.strict),
);
