/** The operations of a run with the verdicts of their checks. */
import type { CheckResult, Report } from '../report.ts';

export type OperationRow = NonNullable<Report['operations']>[number];

/** Counts the verdicts of the checks of an operation. */
export function verdictCounts(
  operation: OperationRow['operation'],
  results: readonly Pick<CheckResult, 'operation' | 'verdict'>[],
): Pick<OperationRow, 'pass' | 'fail' | 'not-tested'> {
  const own = results.filter((result) => result.operation === operation);
  const count = (...verdicts: CheckResult['verdict'][]) =>
    own.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    pass: count('pass', 'warn'),
    fail: count('fail'),
    'not-tested': count('not-tested', 'error'),
  };
}

/** How the coverage of an operation is written in a table. */
export const COVERAGE_WORDS: Readonly<Record<OperationRow['coverage'], string>> = {
  covered: 'covered',
  'not-covered': 'NOT COVERED',
  skipped: 'skipped',
};

/** Why an operation is not covered, and what to do; empty for one that is. */
export function whyNotCovered({ reason, fix }: OperationRow): string {
  return [reason, fix].filter((part) => part !== undefined).join(' ');
}
