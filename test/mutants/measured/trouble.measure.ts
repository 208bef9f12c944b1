import { mapInParallel } from '../map-in-parallel.ts';
import { listFalseFailures } from '../run-mutants.ts';
import { runTroubled } from '../trouble/run-troubled.ts';
import { measureDeployments } from './measure.ts';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

measureDeployments(
  'trouble',
  'lists the alarms of runs with network trouble',
  async (deployment) => {
    const runs = await mapInParallel(SEEDS, (seed) => runTroubled(deployment, { seed }));
    return {
      runs: runs.length,
      alarms: runs.flatMap(({ outcome }) => listFalseFailures(outcome)),
      notTestedCounts: runs.map(
        ({ outcome }) => outcome.results.filter(({ verdict }) => verdict === 'not-tested').length,
      ),
    };
  },
);
