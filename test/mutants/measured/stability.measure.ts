import { it } from 'vitest';
import { independentDeployment, sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { useTargets } from '../sandbox-targets.ts';
import { verdictsOfRuns } from '../stable-verdicts.ts';
import { keepFigures } from './kept-figures.ts';
import { HOURS } from './measure.ts';

const RUNS = 50;

const targets = useTargets();

it(
  'fifty runs',
  async () => {
    const figures = [];
    for (const deployment of [
      await sandboxDeployment(targets, 'default', dialects.default),
      independentDeployment('plain'),
    ]) {
      const unstable = await verdictsOfRuns(deployment, RUNS);
      figures.push({ deployment: deployment.name, runs: RUNS, unstable });
    }
    keepFigures('stability', figures);
  },
  HOURS,
);
