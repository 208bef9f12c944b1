import { join } from 'node:path';
import { pluralize } from '../../pluralize.ts';
import { dialectRows } from '../../reporting/run-report/dialect-rows.ts';
import { exitMeaning } from '../../reporting/run-report/exit-meaning.ts';
import { missingLine, missingParts } from '../../reporting/run-report/missing.ts';
import { durationText } from '../../reporting/text/duration-text.ts';
import {
  COVERAGE_WORDS,
  failureGroups,
  isKnownFailure,
  describeOperations,
  verdictsByWeight,
  whyNotCovered,
  withVerdict,
  type CheckResult,
  type FailureGroup,
  type Report,
  type Summary,
} from '../../reporting/report.ts';
import { visibleLine } from '../../reporting/text/visible-text.ts';
import { columnTable } from '../text/text-table.ts';
import type { Paint } from './paint.ts';

/** report.html lists all of them. */
const MAX_LINES = 40;

/** @param reportDir the folder of the reports as it was given */
export function summaryText(report: Report, reportDir: string, paint: Paint): string {
  const known = withVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const parts = [
    missingLines(report, paint),
    operationTable(report),
    failureLines(report, paint),
    formatList('Known failures', known, paint),
    formatList('Warnings', withVerdict(report, 'warn'), paint),
    staleLines(report),
    [...dialectLines(report, reportDir), ...budgetLines(report), reportLine(reportDir)].join('\n'),
    `${exitMeaning(report)}\n${countsText(report.summary, paint)} in ${durationText(report.durationMs)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What is missing comes first: the run may have proved nothing. */
function missingLines(report: Report, paint: Paint): string {
  const missing = missingParts(report);
  if (missing.length === 0) return '';
  const shown = missing.slice(0, MAX_LINES);
  const title = report.exitCode === 4 ? exitMeaning(report) : 'Missing:';
  return [
    title,
    ...shown.map((part) => `  ${paint('error', '-')} ${visibleLine(missingLine(part))}`),
    ...formatMore(missing, shown),
  ].join('\n');
}

function operationTable({ operations = [] }: Report): string {
  if (operations.length === 0) return '';
  const number = (count: number) => (count === 0 ? [] : [String(count)]);
  return columnTable(
    ['OPERATION', 'COVERAGE', 'PASS', 'FAIL', 'NOT TESTED', ''],
    operations.map((row) => [
      [row.operation],
      [COVERAGE_WORDS[row.coverage]],
      number(row.pass),
      number(row.fail),
      number(row['not-tested']),
      [visibleLine(whyNotCovered(row))],
    ]),
  );
}

function failureLines(report: Report, paint: Paint): string {
  const groups = failureGroups(report);
  if (groups.length === 0) return '';
  const shown = groups.slice(0, MAX_LINES);
  return [
    'Failures:',
    ...shown.map((group) => failureLine(group, paint)),
    ...formatMore(groups, shown),
  ].join('\n');
}

function formatMore(all: readonly unknown[], shown: readonly unknown[]): string[] {
  const more = all.length - shown.length;
  return more === 0 ? [] : [`  and ${more} more in report.html`];
}

function failureLine(group: FailureGroup, paint: Paint): string {
  const { clause, expected, actual, results } = group;
  const where = describeOperations(group);
  const facts = [where, results.length > 1 ? `${results.length} checks` : (results[0]?.id ?? '')];
  return visibleLine(
    `  ${paint('fail', `§${clause}`)} ${expected}: ${actual.replace(/^Expected /, 'expected ')} (${facts.filter((fact) => fact !== '').join('; ')})`,
  );
}

function formatList(title: string, results: readonly CheckResult[], paint: Paint): string {
  if (results.length === 0) return '';
  const lines = results.map(
    ({ id, clause, verdict, reason }) =>
      `  ${paint(verdict, id)} (§${clause}): ${visibleLine(reason)}`,
  );
  return [`${title}:`, ...lines].join('\n');
}

function staleLines({ baseline }: Report): string {
  if (baseline === undefined || baseline.stale.length === 0) return '';
  const lines = baseline.stale.map((id) => `  ${id}`);
  return ['In the baseline, but passing (remove them):', ...lines].join('\n');
}

function dialectLines(report: Report, reportDir: string): string[] {
  const differing = dialectRows(report).filter(({ compared }) => compared === 'not default');
  const questions = report.openQuestions.length;
  const file = visibleLine(join(reportDir, 'dialect.yaml'));
  return [
    differing.length === 0
      ? `Dialect: every detected key has its default value, see ${file}`
      : `Dialect: ${pluralize(differing.length, 'key')} with a value other than the default, see ${file}`,
    ...(questions === 0 ? [] : [`Open: ${pluralize(questions, 'question')} for the vendor`]),
  ];
}

function budgetLines({ budget }: Report): string[] {
  if (budget === undefined) return [];
  const { requests, otpSends, usersCreated } = budget;
  return [
    `Budget: ${requests.used} of ${requests.most} requests, ${otpSends.used} of ${otpSends.most} one-time passwords, ${pluralize(usersCreated, 'user')} created`,
  ];
}

function reportLine(reportDir: string): string {
  return `Reports: ${visibleLine(reportDir)}; report.html contains the requests and responses`;
}

function countsText(summary: Summary, paint: Paint): string {
  const verdicts = verdictsByWeight.toReversed().filter((verdict) => summary[verdict] > 0);
  const counts = verdicts.map((verdict) => paint(verdict, `${summary[verdict]} ${verdict}`));
  return counts.join(', ') || 'no checks';
}
