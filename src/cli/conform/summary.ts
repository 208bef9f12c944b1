import { join } from 'node:path';
import { pluralize } from '../../pluralize.ts';
import { listDialectRows } from '../../reporting/run-report/dialect-rows.ts';
import { describeExit } from '../../reporting/run-report/describe-exit.ts';
import { formatMissingPart, listMissingParts } from '../../reporting/run-report/missing.ts';
import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import {
  COVERAGE_WORDS,
  groupFailures,
  groupNotTested,
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
import { formatColumnTable, formatLines } from '../text/text-table.ts';
import type { Paint } from './paint.ts';

/** Limits the missing parts, and the failures, in the text; report.html is complete. */
const LIMIT = { max: 40, place: ' in report.html' };
const REASON_LIMIT = { max: 5, place: ' reasons in report.html' };

export function formatSummary(report: Report, reportDir: string, paint: Paint): string {
  const known = filterByVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const formatResult = ({ id, clause, verdict, reason }: CheckResult) =>
    `${paint(verdict, id)} (§${clause}): ${toVisibleLine(reason)}`;
  const parts = [
    // The missing parts come first, because they limit what the run proves.
    formatLines(
      report.exitCode === 4 ? describeExit(report) : 'Missing:',
      listMissingParts(report),
      (part) => `${paint('error', '-')} ${toVisibleLine(formatMissingPart(part))}`,
      LIMIT,
    ),
    formatOperationTable(report),
    formatLines('Failures:', groupFailures(report), (group) => formatFailure(group, paint), LIMIT),
    formatLines('Known failures:', known, formatResult),
    formatLines('Warnings:', filterByVerdict(report, 'warn'), formatResult),
    formatLines(
      'Not tested, by reason:',
      groupNotTested(report),
      ({ reason, results }) => `${pluralize(results.length, 'check')}: ${toVisibleLine(reason)}`,
      REASON_LIMIT,
    ),
    formatLines(
      'In the baseline, but passing (remove them):',
      report.baseline?.stale ?? [],
      (id) => id,
    ),
    [
      ...formatDialect(report, reportDir),
      ...formatBudget(report),
      `Reports: ${toVisibleLine(reportDir)}; report.html contains the requests and responses`,
    ].join('\n'),
    `${describeExit(report)}\n${formatCounts(report.summary, paint)} in ${formatReadableDuration(report.durationMs)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function formatOperationTable({ operations = [] }: Report): string {
  if (operations.length === 0) return '';
  const formatNumber = (count: number) => (count === 0 ? [] : [String(count)]);
  return formatColumnTable(
    ['OPERATION', 'COVERAGE', 'PASS', 'FAIL', 'NOT TESTED OR ERROR', ''],
    operations.map((row) => [
      [row.operation],
      [COVERAGE_WORDS[row.coverage]],
      formatNumber(row.pass),
      formatNumber(row.fail),
      formatNumber(row['not-tested']), // includes the verdict error
      [toVisibleLine(explainUncovered(row))],
    ]),
  );
}

function formatFailure(group: FailureGroup, paint: Paint): string {
  const { clause, expected, actual: reason, results } = group;
  const where = describeOperations(group);
  const facts = [where, results.length > 1 ? `${results.length} checks` : (results[0]?.id ?? '')];
  // A reason such as "Expected 4xx, got 200." continues the sentence.
  const text = `${expected}: ${reason.replace(/^Expected /, 'expected ')} (${facts.filter((fact) => fact !== '').join('; ')})`;
  return `${paint('fail', `§${clause}`)} ${toVisibleLine(text)}`;
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
