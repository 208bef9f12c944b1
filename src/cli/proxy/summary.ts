/** The summary printed when the proxy stops. */
import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { describeExit } from '../../reporting/run-report/describe-exit.ts';
import {
  filterByVerdict,
  listUnrequestedOperations,
  type CheckResult,
  type Report,
} from '../../reporting/report.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import type { Paint } from '../conform/paint.ts';

/** Lines of one kind; report.html has all of them. */
const MAX_LINES = 40;

export function formatTrafficSummary(report: Report, reportDir: string, paint: Paint): string {
  const failed = filterByVerdict(report, 'fail');
  const parts = [
    formatList('The client', failed.filter(isOfClient), paint),
    formatList(
      'The deployment',
      failed.filter((result) => !isOfClient(result)),
      paint,
    ),
    formatList('Warnings', filterByVerdict(report, 'warn'), paint),
    formatList('Differs from the dialect', filterByVerdict(report, 'observed'), paint),
    formatList('No response', filterByVerdict(report, 'error'), paint),
    formatUnrequestedOperations(report),
    `Reports: ${reportDir}; report.html contains the requests and responses`,
    `${describeExit(report)}\nThe proxy ran for ${formatReadableDuration(report.durationMs)}.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function isOfClient({ cause }: CheckResult): boolean {
  return cause === 'client';
}

function formatList(title: string, results: readonly CheckResult[], paint: Paint): string {
  if (results.length === 0) return '';
  const lines = results
    .slice(0, MAX_LINES)
    .map(
      ({ verdict, requirement, clause, operation, reason }) =>
        `  ${paint(verdict, requirement)} (§${clause}${operation === null ? '' : `, ${operation}`}): ${toVisibleLine(reason)}`,
    );
  const more = results.length - lines.length;
  return [`${title}:`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function formatUnrequestedOperations(report: Report): string {
  const operations = listUnrequestedOperations(report);
  return operations.length === 0 ? '' : `Not requested: ${operations.join(', ')}`;
}
