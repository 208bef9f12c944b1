import { newFailures, type Report } from '../../reporting/report.ts';
import { counted } from '../text/counted.ts';
import { exitCode } from '../command/exit-code.ts';

/** What came of the run, in a sentence: what its exit code means here. */
export function endingText(report: Report): string {
  switch (report.exitCode) {
    case exitCode.done:
      return report.baseline !== undefined && report.baseline.known.length > 0
        ? 'Nothing failed that the baseline does not know of.'
        : 'Nothing failed.';
    case exitCode.findings:
      return findingsText(report);
    case exitCode.inconclusive:
      return 'Inconclusive: no operation got a verdict.';
    case exitCode.broken:
      return `${counted(ownMistakes(report), 'check')} broke by a mistake of flagbearer's own: please report it, with report.json.`;
    default:
      return `Interrupted: ${counted(report.results.length, 'check')} came to an end.`;
  }
}

function findingsText(report: Report): string {
  const failed = newFailures(report).length;
  if (failed > 0) return `The deployment breaks the interface: ${counted(failed, 'check')} failed.`;
  const { summary, baseline } = report;
  const reasons = [
    [summary['not-tested'], 'not tested'],
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
