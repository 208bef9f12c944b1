import { grouped } from '../words/grouped.ts';
import { withVerdict, type CheckResult, type Report } from '../report.ts';

/** Checks that could not be looked at for one reason, which says what would help. */
export interface NotTested {
  readonly reason: string;
  readonly results: readonly CheckResult[];
}

/** The reason that stands in the way of most checks first. */
export function notTestedByReason(report: Report): readonly NotTested[] {
  const groups = grouped(withVerdict(report, 'not-tested'), ({ reason }) => reason);
  return Array.from(groups, ([reason, results]) => ({ reason, results })).toSorted(
    (one, other) => other.results.length - one.results.length,
  );
}
