/** Runs the real checks, without waiting between requests. */
import { listChecks } from '../../../conformance/select-checks.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { RunPorts } from '../../../conformance/run.ts';
import type { Runner } from '../../../src/cli/conform/host.ts';
import { skipWait } from '../run-mutants.ts';

export function createRealRunner(ports: Partial<RunPorts> = {}): Runner {
  return {
    listChecks,
    runConformance: (settings, ctx) =>
      runConformance(settings, { ...ctx, sleep: skipWait, ...ports }),
  };
}
