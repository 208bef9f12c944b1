/** A report as a page of Markdown, for the summary of a step in GitHub Actions and for tickets. */
import { formatValue } from '../../dialect/format-value.ts';
import {
  formatCode,
  formatCodeBlock,
  escapeMarkdown,
  formatTable,
} from '../forms/markdown-text.ts';
import {
  groupByClause,
  COVERAGE_WORDS,
  isKnownFailure,
  listNewFailures,
  groupNotTested,
  verdictsByWeight,
  explainUncovered,
  filterByVerdict,
  type CheckResult,
  type Report,
} from '../report.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { formatCurl } from '../text/curl-command.ts';
import { formatReadableDuration, formatInstant } from '../text/duration-text.ts';
import { listDialectRows, type DialectRow } from './dialect-rows.ts';
import { describeExit } from './describe-exit.ts';
import { formatMissingPart, listMissingParts } from './missing.ts';

/** GitHub rejects a step summary of more than 1 MiB; with these limits, a report is much shorter. */
const MAX_FAILURES = 40;
const MAX_LINES = 60;
const MAX_IDS = 15;
const MAX_COMMAND_LENGTH = 2000;

export function formatReportMarkdown(report: Report): string {
  const known = filterByVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const sections = [
    formatHead(report),
    formatMissingSection(report),
    formatOperationTable(report),
    formatTable(
      [...verdictsByWeight],
      [verdictsByWeight.map((verdict) => String(report.summary[verdict]))],
    ),
    formatFailureSection(listNewFailures(report)),
    formatResultSection('Warnings', filterByVerdict(report, 'warn')),
    formatResultSection('Errors of the run', filterByVerdict(report, 'error')),
    formatResultSection('Known failures', known),
    formatStaleSection(report),
    formatNotTestedSection(report),
    formatDialectSection(report),
    formatQuestionSection(report),
    formatBudgetSection(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function formatHead(report: Report): string {
  const { target, startedAt, durationMs, tool, exitCode } = report;
  const problemSign = exitCode === 1 ? '❌' : '⚠️';
  return [
    `# ${report.command === 'proxy' ? 'Traffic' : 'Conformance'}`,
    `${exitCode === 0 ? '✅' : problemSign} **${escapeMarkdown(describeExit(report))}**`,
    `Target ${formatCode(target)}, ${formatInstant(startedAt)}, ${formatReadableDuration(durationMs)}, ${tool.name} ${tool.version}, exit code ${exitCode}.`,
  ].join('\n\n');
}

/**
 * Returns a section about the first items of a list; an empty text if the list is empty.
 *
 * @param count the number in the heading, if an item is a group
 */
function formatListSection<Item>(
  heading: string,
  items: readonly Item[],
  formatItems: (items: readonly Item[]) => readonly string[],
  { max = MAX_LINES, count = items.length } = {},
): string {
  if (items.length === 0) return '';
  return [
    `## ${heading} (${count})`,
    ...formatItems(items.slice(0, max)),
    ...describeOmitted(items, max),
  ].join('\n\n');
}

function describeOmitted(items: readonly unknown[], max: number): string[] {
  return items.length <= max ? [] : [`and ${items.length - max} more in report.html`];
}

function formatMissingSection(report: Report): string {
  return formatListSection('Missing', listMissingParts(report), (parts) => [
    parts.map((part) => `- ${escapeMarkdown(formatMissingPart(part))}`).join('\n'),
  ]);
}

function formatOperationTable({ operations = [] }: Report): string {
  if (operations.length === 0) return '';
  const rows = operations.map((row) => [
    formatCode(row.operation),
    COVERAGE_WORDS[row.coverage],
    ...[row.pass, row.fail, row['not-tested']].map(String),
    escapeMarkdown(explainUncovered(row)),
  ]);
  return formatTable(['operation', 'coverage', 'pass', 'fail', 'not tested or error', 'why'], rows);
}

function formatFailureSection(failures: readonly CheckResult[]): string {
  const formatByClause = (results: readonly CheckResult[]) =>
    groupByClause(results).flatMap((group) => [
      `### ${getClauseTitle(group.clause)}`,
      ...group.results.map(formatFailure),
    ]);
  return formatListSection('Failures', failures, formatByClause, { max: MAX_FAILURES });
}

function formatFailure(result: CheckResult): string {
  const { id, title, reason, level, requirement, evidence } = result;
  const rule = id === requirement ? '' : `, rule ${formatCode(requirement)}`;
  const facts = [
    `**${escapeMarkdown(title)}**`,
    `${level} ${formatCode(id)}${rule}`,
    `Reason: ${escapeMarkdown(reason)}`,
  ];
  const exchange = evidence.at(-1);
  if (exchange === undefined) return facts.join('  \n');
  const command = formatCurl(exchange.request);
  const status = exchange.response?.status;
  const statusText = status === undefined ? 'no response' : `status ${status}`;
  const reproduce =
    command.length > MAX_COMMAND_LENGTH
      ? `The request (${statusText}) is too long to show here; see report.html.`
      : `<details><summary>Reproduce (${statusText})</summary>\n\n${formatCodeBlock(command, 'sh')}\n\n</details>`;
  return `${facts.join('  \n')}\n\n${reproduce}`;
}

function formatResultSection(heading: string, results: readonly CheckResult[]): string {
  return formatListSection(heading, results, (listed) => {
    const rows = listed.map(({ clause, id, reason }) => [
      `§${clause}`,
      formatCode(id),
      escapeMarkdown(reason),
    ]);
    return [formatTable(['clause', 'check', 'reason'], rows)];
  });
}

function formatStaleSection({ baseline }: Report): string {
  const stale = baseline?.stale ?? [];
  if (stale.length === 0) return '';
  return [
    `## In the baseline, but passing (${stale.length})`,
    'These checks no longer fail. Remove them from the baseline.',
    formatIdList(stale, MAX_LINES),
  ].join('\n\n');
}

function formatNotTestedSection(report: Report): string {
  const groups = groupNotTested(report);
  const count = report.summary['not-tested'];
  const formatGroups = (listed: readonly (typeof groups)[number][]) => {
    const rows = listed.map(({ reason, results }) => {
      const ids = results.map(({ id }) => id);
      return [escapeMarkdown(reason), String(ids.length), formatIdList(ids, MAX_IDS)];
    });
    return [formatTable(['reason and fix', 'checks', 'which'], rows)];
  };
  return formatListSection('Not tested', groups, formatGroups, { count });
}

function formatIdList(ids: readonly string[], max: number): string {
  const listed = ids.slice(0, max).map((id) => formatCode(id));
  return [...listed, ...describeOmitted(ids, max)].join(', ');
}

function formatDialectSection(report: Report): string {
  const rows = listDialectRows(report);
  if (rows.length === 0) return '';
  const changed = rows.filter(({ isDefault }) => !isDefault);
  const differing = rows.filter(({ declaredIfDifferent }) => declaredIfDifferent !== undefined);
  return [
    '## Dialect',
    `Detected: ${rows.length} points that the interface leaves open. Different from the default: ${changed.length}. See dialect.yaml for all values.`,
    ...formatComparison(
      'declared dialect',
      'declared',
      differing,
      (row) => row.declaredIfDifferent?.value,
    ),
    ...formatComparison('default', 'default', changed, (row) => row.defaultValue),
  ].join('\n\n');
}

/** @param getValue returns the value that the detected value is compared with */
function formatComparison(
  reference: string,
  column: string,
  rows: readonly DialectRow[],
  getValue: (row: DialectRow) => unknown,
): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => [
    formatCode(row.key),
    `§${row.clause}`,
    formatCode(formatValue(row.value)),
    formatCode(formatValue(getValue(row))),
  ]);
  return [
    `### Differs from the ${reference}`,
    formatTable(['key', 'clause', 'found', column], cells),
  ];
}

function formatQuestionSection({ openQuestions }: Report): string {
  if (openQuestions.length === 0) return '';
  const rows = openQuestions.map(({ key, clause, question, evidence }) => [
    formatCode(key),
    `§${clause}`,
    escapeMarkdown(question, 300),
    escapeMarkdown(evidence, 300),
  ]);
  return [
    `## Open questions for the service owner (${openQuestions.length})`,
    formatTable(['key', 'clause', 'question', 'evidence'], rows),
  ].join('\n\n');
}

function formatBudgetSection({ budget, seed }: Report): string {
  if (budget === undefined) return '';
  const { requests, otpSends, usersCreated } = budget;
  return [
    '## Usage',
    `Requests: ${requests.used} of ${requests.limit}. One-time passwords sent: ${otpSends.used} of ${otpSends.limit}. Users created: ${usersCreated}. Seed: ${seed}.`,
  ].join('\n\n');
}
