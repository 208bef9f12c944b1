/** Compares the verdicts of many runs against one server. */
import { runConformance } from '../../conformance/run-conformance.ts';
import type { RunPorts } from '../../conformance/run.ts';
import type { Deployment } from './deployments.ts';

export interface UnstableVerdict {
  readonly id: string;
  /** Each verdict of the check, with its count and a reason. */
  readonly verdicts: readonly string[];
}

/** Runs repeatedly against one server; users and codes accumulate in it. */
export async function listUnstableVerdicts(
  deployment: Deployment,
  runs: number,
  ports: Partial<RunPorts> = {},
): Promise<readonly UnstableVerdict[]> {
  const running = await deployment.start();
  const seen = new Map<string, Map<string, number>>();
  try {
    for (let run = 0; run < runs; run += 1) {
      const settings = { ...running.settings(running.target), seed: run };
      const { results } = await runConformance(settings, ports);
      for (const { id, verdict, reason } of results) {
        const verdicts = seen.get(id) ?? new Map<string, number>();
        seen.set(id, verdicts);
        const outcome = verdict === 'pass' ? verdict : `${verdict}: ${reason}`;
        verdicts.set(outcome, (verdicts.get(outcome) ?? 0) + 1);
      }
    }
  } finally {
    await running.close();
  }
  return [...seen].flatMap(([id, verdicts]) => {
    const kinds = new Set([...verdicts.keys()].map((outcome) => outcome.split(':')[0]));
    return kinds.size === 1
      ? []
      : { id, verdicts: [...verdicts].map(([outcome, times]) => `${times} × ${outcome}`) };
  });
}
