import { performance } from 'node:perf_hooks';
import { packageFile } from '../../package-files.ts';
import type { Host } from './host.ts';
import { untilInterrupted } from './interruption.ts';
import type { Runner } from './runner.ts';

/** The process that `flagbearer` runs in. */
export const processHost: Host = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  loadRunner,
  untilInterrupted,
  now: () => performance.now(),
};

async function loadRunner(): Promise<Runner> {
  const { runConformance } = await import('../../../conformance/run-with-vitest.ts');
  return {
    // All that the checks stand on is loaded with them: a run does so in its own thread.
    listChecks: async () => (await import('../../../conformance/chosen-checks.ts')).listChecks(),
    runConformance: (settings, surroundings) =>
      runConformance(settings, { ...surroundings, packageRoot: packageFile('./') }),
  };
}
