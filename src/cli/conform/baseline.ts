/** Compares the known failures of a deployment with those of a run. */
import type { CheckResult } from './runner.ts';

/** Ids of the checks that are known to fail. */
export type Baseline = ReadonlySet<string>;

export interface BaselineComparison {
  /** Ids of the checks that fail as they are known to. */
  readonly known: readonly string[];
  /** Ids of those that were tested and fail no longer. */
  readonly stale: readonly string[];
}

/** A check that was not tested, or ended with an internal error, leaves its entry unchanged. */
export function comparedWithBaseline(
  baseline: Baseline,
  results: readonly Pick<CheckResult, 'id' | 'verdict'>[],
): BaselineComparison {
  const listed = results.filter(({ id }) => baseline.has(id));
  const idsWith = (...verdicts: readonly string[]) =>
    listed.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return { known: idsWith('fail'), stale: idsWith('pass', 'warn', 'observed') };
}
