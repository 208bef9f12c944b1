import { listUnstableVerdicts } from '../stable-verdicts.ts';
import { measureDeployments } from './measure.ts';

const RUNS = 50;

measureDeployments(
  'stability',
  'lists the verdicts that differ between repeated runs',
  async (deployment) => ({ runs: RUNS, unstable: await listUnstableVerdicts(deployment, RUNS) }),
);
