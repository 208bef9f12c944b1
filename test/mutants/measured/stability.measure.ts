import { it } from 'vitest';
import { createIndependentDeployment, createSandboxDeployment } from '../deployments.ts';
import { useTargets } from '../sandbox-targets.ts';
import { listUnstableVerdicts } from '../stable-verdicts.ts';
import { storeFigures } from './stored-figures.ts';
import { MEASUREMENT_TIMEOUT } from './measure.ts';

const RUNS = 50;

const targets = useTargets();

it(
  'lists the verdicts that differ between repeated runs',
  async () => {
    const figures = [];
    for (const deployment of [
      await createSandboxDeployment(targets),
      createIndependentDeployment('plain'),
    ]) {
      const unstable = await listUnstableVerdicts(deployment, RUNS);
      figures.push({ deployment: deployment.name, runs: RUNS, unstable });
    }
    storeFigures('stability', figures);
  },
  MEASUREMENT_TIMEOUT,
);
