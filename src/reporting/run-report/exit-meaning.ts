import { counted } from '../../counted.ts';
import { isBeyondSight } from '../../dialect/left-open.ts';
import { newFailures, withVerdict, type Report } from '../report.ts';

/** What came of the run, in a sentence: what its exit code means here. */
export function exitMeaning(report: Report): string {
  const { exitCode, stop, baseline, command, results, summary } = report;
  if (command === 'proxy') return trafficMeaning(report);
  if (stop !== undefined && stop.kind !== 'interrupted') {
    if (results.length > 0) return `The run ended early: ${stop.message}`;
    return `${STOPPED.get(exitCode) ?? 'The run ended before its checks.'} ${stop.message}`;
  }
  switch (exitCode) {
    case 0:
      return (baseline?.known.length ?? 0) > 0
        ? 'Nothing failed that the baseline does not know of.'
        : 'Nothing failed.';
    case 1:
      return failureMeaning(report);
    case 4:
      return 'Inconclusive: no operation got a verdict.';
    case 70:
      return `${counted(ownMistakes(report), 'check')} broke by a mistake of flagbearer's own: please report it, with report.json.`;
    case 130:
    case 143:
      return `Interrupted: ${counted(results.length - summary['not-tested'], 'check')} came to an end.`;
    default:
      return 'The run did not come to its end.';
  }
}

/** What stopped it says the rest. */
const STOPPED: ReadonlyMap<number, string> = new Map([
  [2, 'What the run was given can not be used.'],
  [3, 'The target does not answer.'],
]);

/** --strict takes for a failure what could not be looked at, too, unless nobody ever can. */
function failureMeaning(report: Report): string {
  const failed = newFailures(report).length;
  if (failed > 0) return `The deployment breaks the interface: ${counted(failed, 'check')} failed.`;
  const { summary, baseline } = report;
  const beyondSight = withVerdict(report, 'not-tested').filter(({ id }) => isBeyondSight(id));
  const reasons = [
    [summary['not-tested'] - beyondSight.length, 'not tested'],
    [summary.error, 'broken'],
    [baseline?.stale.length ?? 0, 'in the baseline without a cause'],
  ] as const;
  const told = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Nothing failed, but --strict wants nothing left open: ${told.join(', ')}.`;
}

function ownMistakes({ results }: Report): number {
  return results.filter(({ verdict, cause }) => verdict === 'error' && cause === 'flagbearer')
    .length;
}

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
