import { join } from 'node:path';
import { pluralize } from '../../pluralize.ts';
import { listDialectRows } from '../../reporting/run-report/dialect-rows.ts';
import { describeExit } from '../../reporting/run-report/describe-exit.ts';
import { formatMissingPart, listMissingParts } from '../../reporting/run-report/missing.ts';
import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import {
  COVERAGE_WORDS,
  groupFailures,
  isKnownFailure,
  describeOperations,
  verdictsByWeight,
  explainUncovered,
  filterByVerdict,
  type CheckResult,
  type FailureGroup,
  type Report,
  type Summary,
} from '../../reporting/report.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { formatColumnTable } from '../text/text-table.ts';
import type { Paint } from './paint.ts';

/** Maximum number of missing parts, and of failures, in the text; report.html is complete. */
const MAX_LINES = 40;

export function formatSummary(report: Report, reportDir: string, paint: Paint): string {
  const known = filterByVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const parts = [
    formatMissing(report, paint),
    formatOperationTable(report),
    formatFailures(report, paint),
    formatList('Known failures', known, paint),
    formatList('Warnings', filterByVerdict(report, 'warn'), paint),
    formatStale(report),
    [
      ...formatDialect(report, reportDir),
      ...formatBudget(report),
      `Reports: ${toVisibleLine(reportDir)}; report.html contains the requests and responses`,
    ].join('\n'),
    `${describeExit(report)}\n${formatCounts(report.summary, paint)} in ${formatReadableDuration(report.durationMs)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Returns the missing parts. They come first, because they limit what the run proves. */
function formatMissing(report: Report, paint: Paint): string {
  const missing = listMissingParts(report);
  if (missing.length === 0) return '';
  const listed = missing.slice(0, MAX_LINES);
  const title = report.exitCode === 4 ? describeExit(report) : 'Missing:';
  return [
    title,
    ...listed.map((part) => `  ${paint('error', '-')} ${toVisibleLine(formatMissingPart(part))}`),
    ...formatMore(missing, listed),
  ].join('\n');
}

function formatOperationTable({ operations = [] }: Report): string {
  if (operations.length === 0) return '';
  const formatNumber = (count: number) => (count === 0 ? [] : [String(count)]);
  return formatColumnTable(
    ['OPERATION', 'COVERAGE', 'PASS', 'FAIL', 'NOT TESTED, ERROR', ''],
    operations.map((row) => [
      [row.operation],
      [COVERAGE_WORDS[row.coverage]],
      formatNumber(row.pass),
      formatNumber(row.fail),
      formatNumber(row['not-tested']),
      [toVisibleLine(explainUncovered(row))],
    ]),
  );
}

function formatFailures(report: Report, paint: Paint): string {
  const groups = groupFailures(report);
  if (groups.length === 0) return '';
  const listed = groups.slice(0, MAX_LINES);
  return [
    'Failures:',
    ...listed.map((group) => formatFailure(group, paint)),
    ...formatMore(groups, listed),
  ].join('\n');
}

function formatMore(all: readonly unknown[], listed: readonly unknown[]): string[] {
  const more = all.length - listed.length;
  return more === 0 ? [] : [`  and ${more} more in report.html`];
}

function formatFailure(group: FailureGroup, paint: Paint): string {
  const { clause, expected, actual, results } = group;
  const where = describeOperations(group);
  const facts = [where, results.length > 1 ? `${results.length} checks` : (results[0]?.id ?? '')];
  // A reason such as "Expected 4xx, got 200." continues the sentence.
  const text = `${expected}: ${actual.replace(/^Expected /, 'expected ')} (${facts.filter((fact) => fact !== '').join('; ')})`;
  return `  ${paint('fail', `§${clause}`)} ${toVisibleLine(text)}`;
}

function formatList(title: string, results: readonly CheckResult[], paint: Paint): string {
  if (results.length === 0) return '';
  const lines = results.map(
    ({ id, clause, verdict, reason }) =>
      `  ${paint(verdict, id)} (§${clause}): ${toVisibleLine(reason)}`,
  );
  return [`${title}:`, ...lines].join('\n');
}

function formatStale({ baseline }: Report): string {
  if (baseline === undefined || baseline.stale.length === 0) return '';
  const lines = baseline.stale.map((id) => `  ${id}`);
  return ['In the baseline, but passing (remove them):', ...lines].join('\n');
}

function formatDialect(report: Report, reportDir: string): string[] {
  const differing = listDialectRows(report).filter(({ isDefault }) => !isDefault);
  const questions = report.openQuestions.length;
  const file = toVisibleLine(join(reportDir, 'dialect.yaml'));
  return [
    differing.length === 0
      ? `Dialect: every detected key has its default value. See ${file}`
      : `Dialect: ${pluralize(differing.length, 'key')} with a value other than the default, see ${file}`,
    ...(questions === 0
      ? []
      : [
          `Open questions for the service owner: ${questions}. Print them with: flagbearer dialect questions ${file}`,
        ]),
  ];
}

function formatBudget({ budget }: Report): string[] {
  if (budget === undefined) return [];
  const { requests, otpSends, usersCreated } = budget;
  return [
    `Budget: ${requests.used} of ${requests.limit} requests, ${otpSends.used} of ${otpSends.limit} one-time passwords, ${pluralize(usersCreated, 'user')} created`,
  ];
}

function formatCounts(summary: Summary, paint: Paint): string {
  const verdicts = verdictsByWeight.toReversed().filter((verdict) => summary[verdict] > 0);
  const counts = verdicts.map((verdict) => paint(verdict, `${summary[verdict]} ${verdict}`));
  return counts.join(', ') || 'no checks';
}
