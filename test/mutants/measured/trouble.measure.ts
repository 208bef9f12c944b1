import { it } from 'vitest';
import { createIndependentDeployment, createSandboxDeployment } from '../deployments.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { listFalseFailures } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { runTroubled } from '../trouble/run-troubled.ts';
import { storeFigures } from './stored-figures.ts';
import { MEASUREMENT_TIMEOUT } from './measure.ts';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

const targets = useTargets();

it(
  'lists the alarms of runs with network trouble',
  async () => {
    const figures = [];
    for (const deployment of [
      await createSandboxDeployment(targets),
      createIndependentDeployment('plain'),
    ]) {
      const runs = await mapInParallel(SEEDS, (seed) => runTroubled(deployment, { seed }));
      figures.push({
        deployment: deployment.name,
        runs: runs.length,
        alarms: runs.flatMap(({ outcome }) => listFalseFailures(outcome)),
        notTestedCounts: runs.map(
          ({ outcome }) => outcome.results.filter(({ verdict }) => verdict === 'not-tested').length,
        ),
      });
    }
    storeFigures('trouble', figures);
  },
  MEASUREMENT_TIMEOUT,
);
