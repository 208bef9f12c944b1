import { grouped } from '../words/grouped.ts';
import { withVerdict, type CheckResult, type Report } from '../report.ts';

/** Checks that were not tested for the same reason. */
export interface NotTested {
  readonly reason: string;
  readonly results: readonly CheckResult[];
}

/** The reason of the most checks first. */
export function notTestedByReason(report: Report): readonly NotTested[] {
  const groups = grouped(withVerdict(report, 'not-tested'), ({ reason }) => reason);
  return Array.from(groups, ([reason, results]) => ({ reason, results })).toSorted(
    (one, other) => other.results.length - one.results.length,
  );
}
