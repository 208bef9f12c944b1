/** Runs the real checks, without waiting between requests. */
import { listChecks } from '../../../conformance/select-checks.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { RunPorts } from '../../../conformance/run.ts';
import type { Runner } from '../../../src/cli/conform/host.ts';

const skipWaiting = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createRealRunner(ports: Partial<RunPorts> = {}): Runner {
  return {
    listChecks,
    runConformance: (settings, ctx) =>
      runConformance(settings, { ...ctx, sleep: skipWaiting, ...ports }),
  };
}
