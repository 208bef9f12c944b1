import { performance } from 'node:perf_hooks';
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
  const [{ runConformance }, { listChecks }] = await Promise.all([
    import('../../../conformance/run-conformance.ts'),
    import('../../../conformance/chosen-checks.ts'),
  ]);
  return { listChecks, runConformance };
}
