import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox default', (targets) =>
  sandboxDeployment(targets, 'default', dialects.default),
);
