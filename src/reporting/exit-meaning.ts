import { newFailures, type Report } from './report.ts';

/** What the exit code of the run means, in a sentence. */
export function exitMeaning(report: Report): string {
  const { exitCode, stop, baseline, command } = report;
  if (command === 'proxy') return trafficMeaning(report);
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

/** A proxy has no checks that could be left out, and two parties that can be wrong. */
function trafficMeaning(report: Report): string {
  const failed = report.results.filter(({ verdict }) => verdict === 'fail');
  const wrong = [
    failed.some(({ cause }) => cause === 'client') && 'the client',
    failed.some(({ cause }) => cause !== 'client') && 'the deployment',
  ].filter((party) => party !== false);
  if (wrong.length > 0) {
    const [parties, verb] = [wrong.join(' and '), wrong.length > 1 ? 'break' : 'breaks'];
    return `${parties.charAt(0).toUpperCase()}${parties.slice(1)} ${verb} the interface.`;
  }
  switch (report.exitCode) {
    case 1:
      return 'Nothing failed, but the traffic differs from the dialect, which --strict takes for a failure.';
    case 3:
      return 'The deployment does not answer.';
    case 4:
      return 'Inconclusive: no call of an operation came by.';
    default:
      return 'Nothing failed.';
  }
}

function strictMeaning({ summary, baseline }: Report): string {
  const unclean = [
    `not tested: ${summary['not-tested']}`,
    `errors: ${summary.error}`,
    `known failures that fail no longer: ${baseline?.stale.length ?? 0}`,
  ].filter((count) => !count.endsWith(' 0'));
  return `Nothing failed, but --strict lets nothing else pass (${unclean.join(', ')}).`;
}
