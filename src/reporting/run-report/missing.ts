/** What makes a run incomplete, and what to do about it. */
import { pluralize } from '../../pluralize.ts';
import { grouped } from '../words/grouped.ts';
import { isDecided, isLeftOut, type CheckResult, type Report } from '../report.ts';

export interface Missing {
  /** `getUser is not covered`, or the setting that could not be used. */
  readonly what: string;
  readonly reason: string;
  readonly fix?: string;
}

export function missingParts(report: Report): readonly Missing[] {
  const { stop, operations = [], unusableInputs = [], results, exitCode, command } = report;
  if (command === 'proxy') return [];
  const notTested = results.filter(({ verdict }) => verdict === 'not-tested').length;
  // Where no check failed, the first line of a report has the message.
  const stopped =
    stop?.kind === 'stoppedResponding'
      ? [exitCode === 1 ? stop.message : `${pluralize(notTested, 'check')} not tested`]
      : [];
  const uncovered = operations.filter(({ coverage }) => coverage === 'not-covered');
  return [
    ...stopped.map((reason) => ({ what: 'the run did not finish', reason })),
    ...(stopped.length > 0 ? [] : uncovered.map(partOfOperation)),
    ...partsOfInputs(unusableInputs),
    ...partsOfErrors(results.filter((result) => isOtherError(result, unusableInputs))),
    ...partsLeftOut(results),
    ...(exitCode === 4 && !results.some(isDecided) ? [NO_VERDICT] : []),
  ];
}

const NO_VERDICT: Missing = {
  what: 'no check has a verdict',
  reason: 'no check passed or failed',
};

type Operation = NonNullable<Report['operations']>[number];

function partOfOperation({ operation, reason = 'no request of it succeeded', fix }: Operation) {
  return { what: `${operation} is not covered`, reason, ...optional(fix) };
}

function optional(fix: string | undefined): { readonly fix?: string } {
  return fix === undefined ? {} : { fix };
}

/** Inputs that are unusable for one reason are one part. */
function partsOfInputs(inputs: NonNullable<Report['unusableInputs']>): readonly Missing[] {
  const groups = grouped(inputs, ({ reason, fix }) => `${reason} ${fix}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const what = group.map(({ input }) => input).join(', ');
    return [{ what, reason: first.reason, ...optional(first.fix) }];
  });
}

/** An error that an unusable setting explains is reported with that setting. */
function isOtherError(
  { verdict, cause, reason }: CheckResult,
  inputs: NonNullable<Report['unusableInputs']>,
): boolean {
  if (verdict !== 'error' || cause === 'flagbearer') return false;
  return !inputs.some(({ input }) => reason.startsWith(input));
}

/** Checks that broke for one reason are one part. */
function partsOfErrors(errors: readonly CheckResult[]): readonly Missing[] {
  const groups = grouped(errors, ({ reason }) => reason);
  return Array.from(groups, ([reason, results]) => {
    const more = results.length === 1 ? '' : ` and ${pluralize(results.length - 1, 'more check')}`;
    return { what: `${results[0]?.id}${more}`, reason };
  });
}

/** Checks that a limit of the run left out. */
function partsLeftOut(results: readonly CheckResult[]): readonly Missing[] {
  const groups = grouped(results.filter(isLeftOut), ({ reason }) => reason);
  return Array.from(groups, ([reason, { length }]) => ({
    what: `${pluralize(length, 'check')} skipped`,
    reason,
  }));
}

/** `getUser is not covered: all paths return 404. Set user.path in a dialect file.` */
export function missingLine({ what, reason, fix }: Missing): string {
  const stated = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${what}: ${stated}${fix === undefined ? '' : ` ${fix}`}`;
}
