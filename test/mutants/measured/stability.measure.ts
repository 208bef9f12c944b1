import { it } from 'vitest';
import { independentDeployment, sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { useTargets } from '../sandbox-targets.ts';
import { listUnstableVerdicts } from '../stable-verdicts.ts';
import { storeFigures } from './stored-figures.ts';
import { MEASUREMENT_TIMEOUT } from './measure.ts';

const RUNS = 50;

const targets = useTargets();

it(
  'repeated runs',
  async () => {
    const figures = [];
    for (const deployment of [
      await sandboxDeployment(targets, 'default', dialects.default),
      independentDeployment('plain'),
    ]) {
      const unstable = await listUnstableVerdicts(deployment, RUNS);
      figures.push({ deployment: deployment.name, runs: RUNS, unstable });
    }
    storeFigures('stability', figures);
  },
  MEASUREMENT_TIMEOUT,
);
