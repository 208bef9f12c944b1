import { newFailures, type Report } from './report.ts';

/** What the exit code of the run means, in a sentence. */
export function exitMeaning(report: Report): string {
  const { exitCode, stop, baseline } = report;
  if (stop !== undefined) return `${MEANINGS.get(exitCode) ?? STOPPED} ${stop.message}`;
  if (exitCode === 0 && (baseline?.known.length ?? 0) > 0) {
    return 'Nothing failed that the baseline does not know.';
  }
  // --strict takes for a failure what could not be looked at.
  if (exitCode === 1 && newFailures(report).length === 0) return strictMeaning(report);
  return MEANINGS.get(exitCode) ?? 'The run did not come to its end.';
}

const STOPPED = 'The run ended before its checks.';

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [0, 'Nothing failed.'],
  [1, 'The deployment breaks the interface.'],
  [2, 'What the run was given can not be used.'],
  [3, 'The target does not answer.'],
  [4, 'Inconclusive: no operation got a verdict.'],
  [70, 'flagbearer itself made a mistake.'],
  [130, 'The run was interrupted.'],
  [143, 'The run was terminated.'],
]);

function strictMeaning({ summary, baseline }: Report): string {
  const unclean = [
    `not tested: ${summary['not-tested']}`,
    `errors: ${summary.error}`,
    `known failures that fail no longer: ${baseline?.stale.length ?? 0}`,
  ].filter((count) => !count.endsWith(' 0'));
  return `Nothing failed, but --strict lets nothing else pass (${unclean.join(', ')}).`;
}
