/** Compares the verdicts of many runs against one server. */
import { runConformance } from '../../conformance/run-conformance.ts';
import type { Deployment } from './deployments.ts';

export interface UnstableVerdict {
  readonly id: string;
  /** Each verdict and reason of the check, with its count. */
  readonly verdicts: readonly string[];
}

/** Returns the checks whose verdict differs between runs. Users and codes of earlier runs remain in the server. */
export async function listUnstableVerdicts(
  deployment: Deployment,
  runCount: number,
): Promise<readonly UnstableVerdict[]> {
  const running = await deployment.start();
  const countsById = new Map<string, Map<string, number>>();
  try {
    for (let run = 0; run < runCount; run += 1) {
      const settings = { ...running.settings(running.target), seed: run };
      const { results } = await runConformance(settings, {});
      for (const { id, verdict, reason } of results) {
        const counts = countsById.get(id) ?? new Map<string, number>();
        countsById.set(id, counts);
        const outcome = verdict === 'pass' ? verdict : `${verdict}: ${reason}`;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
  } finally {
    await running.close();
  }
  return [...countsById].flatMap(([id, counts]) => {
    const differentVerdicts = new Set([...counts.keys()].map((outcome) => outcome.split(':')[0]));
    if (differentVerdicts.size === 1) return [];
    return { id, verdicts: [...counts].map(([outcome, count]) => `${count} × ${outcome}`) };
  });
}
