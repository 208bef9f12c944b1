/** Prints requests while the proxy forwards them, and a summary when the proxy stops. */
import type { ProxyEntry } from '../../contract/proxy-journal.gen.ts';
import { VERDICTS } from '../../judge/violation.ts';
import type { Judgement } from '../../proxy/traffic-judge.ts';
import {
  filterByVerdict,
  listUnrequestedOperations,
  type CheckResult,
  type Report,
} from '../../reporting/report.ts';
import { describeExit } from '../../reporting/run-report/describe-exit.ts';
import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import type { Output } from '../conform/host.ts';
import type { Paint } from '../conform/paint.ts';
import { formatLines } from '../text/text-table.ts';

type Violation = ProxyEntry['violations'][number];

const WORDS = { MUST: 'violates', SHOULD: 'warning', OPEN: 'differs' } as const;

/** @param detail `normal`: each violation is printed only once; `verbose`: every request is printed */
export function createRequestPrinter(
  out: Output,
  paint: Paint,
  detail: 'quiet' | 'normal' | 'verbose',
): (judgement: Judgement) => void {
  if (detail === 'quiet') return () => undefined;
  return ({ entry, violationsToReport }) => {
    const violations = detail === 'normal' ? violationsToReport : entry.violations;
    const isNotable = violations.length > 0 || entry.networkError !== undefined;
    if (detail === 'verbose' || isNotable) out.write(`${formatEntry(entry)}\n`);
    for (const violation of violations) out.write(`  ${formatViolation(violation, paint)}\n`);
  };
}

/** Returns `POST /v1/auth/cryptoWallet:start -> 200 (12 ms)` */
function formatEntry({ request, response, networkError, durationMs }: ProxyEntry): string {
  const outcome = response === null ? (networkError ?? 'no response') : `${response.status}`;
  const line = `${request.method} ${request.url} -> ${outcome} (${formatReadableDuration(durationMs)})`;
  return toVisibleLine(
    response === null || networkError === undefined ? line : `${line}: ${networkError}`,
  );
}

/** Returns `violates  response /body/challenge must be a string (§2.3, 2.3.challenge.string)` */
function formatViolation(violation: Violation, paint: Paint): string {
  const { direction, level, pointer, message, clause, rule } = violation;
  const word = paint(VERDICTS[level], WORDS[level].padEnd(8));
  return `${word}  ${direction} ${toVisibleLine(`${pointer} ${message}`)} (§${clause}, ${rule})`;
}

/** Limits the results in a list; report.html contains all results. */
const LIMIT = { max: 40 };

export function formatTrafficSummary(report: Report, reportDir: string, paint: Paint): string {
  const failed = filterByVerdict(report, 'fail');
  const clientFailures = failed.filter(({ cause }) => cause === 'client');
  const deploymentFailures = failed.filter(({ cause }) => cause !== 'client');
  const unrequested = listUnrequestedOperations(report);
  const formatRow = (result: CheckResult) => formatResult(result, paint);
  const parts = [
    formatLines('Failures of the client:', clientFailures, formatRow, LIMIT),
    formatLines('Failures of the deployment:', deploymentFailures, formatRow, LIMIT),
    formatLines('Warnings:', filterByVerdict(report, 'warn'), formatRow, LIMIT),
    formatLines('Differs from the dialect:', filterByVerdict(report, 'observed'), formatRow, LIMIT),
    formatLines('No response, or 5xx:', filterByVerdict(report, 'error'), formatRow, LIMIT),
    unrequested.length === 0 ? '' : `Not requested: ${unrequested.join(', ')}`,
    `Reports: ${reportDir}; report.html contains the requests and responses`,
    `${describeExit(report)}\nThe proxy ran for ${formatReadableDuration(report.durationMs)}.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function formatResult(result: CheckResult, paint: Paint): string {
  const { verdict, requirement, clause, operation, reason } = result;
  const place = operation === null ? `§${clause}` : `§${clause}, ${operation}`;
  return `${paint(verdict, requirement)} (${place}): ${toVisibleLine(reason)}`;
}
