/** The reasons why a run is incomplete, and how to fix them. */
import { pluralize } from '../../pluralize.ts';
import { groupBy } from '../text/group-by.ts';
import { isDecided, isSkippedByBudget } from '../report.ts';
import type { CheckResult, OperationRow, Report } from '../report.ts';

export interface MissingPart {
  /** What is missing, unusable or skipped: `getUser is not covered`, `3 checks skipped`. */
  readonly what: string;
  readonly reason: string;
  readonly fix?: string | undefined;
}

export function listMissingParts(report: Report): readonly MissingPart[] {
  const { stop, operations = [], unusableInputs = [], results, exitCode, command } = report;
  if (command === 'proxy') return [];
  const notTested = results.filter(({ verdict }) => verdict === 'not-tested').length;
  // If no check failed, the first line of the report already has the message of the stop.
  const stopReason =
    exitCode === 1 && stop ? stop.message : `${pluralize(notTested, 'check')} not tested`;
  const errors = results.filter((result) => isUnexplainedError(result, unusableInputs));
  const skipped = results.filter(isSkippedByBudget);
  return [
    ...(stop?.kind === 'stoppedResponding'
      ? [{ what: 'the run did not finish', reason: stopReason }]
      : listUncoveredParts(operations)),
    ...listInputParts(unusableInputs),
    ...groupByReason(errors, ([first, ...more]) =>
      more.length === 0 ? first.id : `${first.id} and ${pluralize(more.length, 'more check')}`,
    ),
    ...groupByReason(skipped, ({ length }) => `${pluralize(length, 'check')} skipped`),
    ...(exitCode === 4 && !results.some(isDecided) ? [NO_RESULT] : []),
  ];
}

const NO_RESULT: MissingPart = {
  what: 'no check has a result',
  reason: 'no check passed or failed',
  fix: 'Select more checks with --only, or provide what the checks that are not tested need.',
};

function listUncoveredParts(operations: readonly OperationRow[]): readonly MissingPart[] {
  return operations
    .filter(({ coverage }) => coverage === 'not-covered')
    .map(({ operation, reason = 'no request to it succeeded', fix }) => {
      return { what: `${operation} is not covered`, reason, fix };
    });
}

function listInputParts(inputs: NonNullable<Report['unusableInputs']>): readonly MissingPart[] {
  const groups = groupBy(inputs, ({ reason, fix }) => `${reason} ${fix}`);
  return Array.from(groups.values(), (group) => {
    const [{ reason, fix }] = group;
    return { what: group.map(({ input }) => input).join(', '), reason, fix };
  });
}

/** Returns whether a result is an error that is not internal and that no unusable input explains. */
function isUnexplainedError(
  { verdict, cause, reason }: CheckResult,
  inputs: NonNullable<Report['unusableInputs']>,
): boolean {
  if (verdict !== 'error' || cause === 'flagbearer') return false;
  return !inputs.some(({ input }) => reason.startsWith(input));
}

function groupByReason(
  results: readonly CheckResult[],
  describe: (group: readonly [CheckResult, ...CheckResult[]]) => string,
): readonly MissingPart[] {
  const groups = groupBy(results, ({ reason }) => reason);
  return Array.from(groups, ([reason, group]) => ({ what: describe(group), reason }));
}

/** Returns `getUser is not covered: all paths return 404. Set user.path in a dialect file.` */
export function formatMissingPart({ what, reason, fix }: MissingPart): string {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${what}: ${sentence}${fix === undefined ? '' : ` ${fix}`}`;
}
