/** Compares the failures of a run with a baseline of known failures. */
import type { CheckResult } from './runner.ts';

/** Ids of the checks that are known to fail. */
export type Baseline = ReadonlySet<string>;

export interface BaselineComparison {
  /** Ids of checks in the baseline that fail. */
  readonly known: readonly string[];
  /** Ids of checks in the baseline that no longer fail. */
  readonly stale: readonly string[];
}

/** A check that was not tested, or ended with an internal error, is neither known nor stale. */
export function compareWithBaseline(
  baseline: Baseline,
  results: readonly Pick<CheckResult, 'id' | 'verdict'>[],
): BaselineComparison {
  const listed = results.filter(({ id }) => baseline.has(id));
  const idsWith = (...verdicts: readonly string[]) =>
    listed.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return { known: idsWith('fail'), stale: idsWith('pass', 'warn', 'observed') };
}
