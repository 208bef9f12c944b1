import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { measureMutants } from './measure.ts';

measureMutants('sandbox renamed', (targets) =>
  sandboxDeployment(targets, 'renamed', dialects.renamed),
);
