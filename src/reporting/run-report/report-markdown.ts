/** A report as a page of Markdown, for the summary of a step in GitHub Actions and for tickets. */
import { valueText } from '../../dialect/value-text.ts';
import { code, codeBlock, plain, table } from '../forms/markdown-text.ts';
import {
  byClause,
  COVERAGE_WORDS,
  isKnownFailure,
  newFailures,
  groupNotTested,
  verdictsByWeight,
  whyNotCovered,
  withVerdict,
  type CheckResult,
  type Report,
} from '../report.ts';
import { clauseTitle } from '../text/clause-title.ts';
import { curlLine } from '../text/curl-line.ts';
import { durationText, instantText } from '../text/duration-text.ts';
import { dialectRows, type DialectRow } from './dialect-rows.ts';
import { exitMeaning } from './exit-meaning.ts';
import { missingLine, missingParts } from './missing.ts';

/** GitHub truncates comments at one mebibyte: each list ends well before. */
const MAX_FAILURES = 40;
const MAX_LINES = 60;
const MAX_IDS = 15;
const MAX_KEYS = 120;
const LONGEST_COMMAND = 2000;

export function reportMarkdown(report: Report): string {
  const known = withVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const sections = [
    head(report),
    missingSection(report),
    operationSection(report),
    table(
      [...verdictsByWeight],
      [verdictsByWeight.map((verdict) => String(report.summary[verdict]))],
    ),
    failureSection(newFailures(report)),
    resultSection('Warnings', withVerdict(report, 'warn')),
    resultSection('Errors of the run', withVerdict(report, 'error')),
    resultSection('Known failures', known),
    staleSection(report),
    notTestedSection(report),
    dialectSection(report),
    questionSection(report),
    budgetSection(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function head(report: Report): string {
  const { target, startedAt, durationMs, tool, exitCode } = report;
  const failed = exitCode === 1 ? '❌' : '⚠️';
  return [
    `# ${report.command === 'proxy' ? 'Traffic' : 'Conformance'}`,
    `${exitCode === 0 ? '✅' : failed} **${plain(exitMeaning(report))}**`,
    `Target ${code(target)}, ${instantText(startedAt)}, ${durationText(durationMs)}, ${tool.name} ${tool.version}, exit code ${exitCode}.`,
  ].join('\n\n');
}

/** A section about a list, of which the first items are shown. */
interface ListSection<Item> {
  readonly heading: string;
  /** The number in the heading; default: that of the items. */
  readonly count?: number;
  readonly items: readonly Item[];
  readonly most?: number;
  content(shown: readonly Item[]): readonly string[];
}

/** Returns the section; an empty text if the list is empty. */
function listSection<Item>(section: ListSection<Item>): string {
  const { heading, items, count = items.length, most = MAX_LINES, content } = section;
  if (items.length === 0) return '';
  const shown = items.slice(0, most);
  return [`## ${heading} (${count})`, ...content(shown), ...describeOmitted(items, shown)].join(
    '\n\n',
  );
}

function describeOmitted(all: readonly unknown[], shown: readonly unknown[]): string[] {
  const more = all.length - shown.length;
  return more === 0 ? [] : [`and ${more} more in report.html`];
}

function missingSection(report: Report): string {
  return listSection({
    heading: 'Missing',
    items: missingParts(report),
    content: (shown) => [shown.map((part) => `- ${plain(missingLine(part))}`).join('\n')],
  });
}

function operationSection({ operations = [] }: Report): string {
  if (operations.length === 0) return '';
  const rows = operations.map((row) => [
    code(row.operation),
    COVERAGE_WORDS[row.coverage],
    ...[row.pass, row.fail, row['not-tested']].map(String),
    plain(whyNotCovered(row)),
  ]);
  return table(['operation', 'coverage', 'pass', 'fail', 'not tested', 'why'], rows);
}

function failureSection(failures: readonly CheckResult[]): string {
  return listSection({
    heading: 'Failures',
    items: failures,
    most: MAX_FAILURES,
    content: (shown) =>
      byClause(shown).flatMap(({ clause, results }) => [
        `### ${clauseTitle(clause)}`,
        ...results.map(failure),
      ]),
  });
}

function failure(result: CheckResult): string {
  const { id, title, reason, level, requirement, evidence } = result;
  const rule = id === requirement ? '' : `, rule ${code(requirement)}`;
  const facts = [`**${plain(title)}**`, `${level} ${code(id)}${rule}`, `Seen: ${plain(reason)}`];
  const exchange = evidence.at(-1);
  if (exchange === undefined) return facts.join('  \n');
  const command = curlLine(exchange.request);
  const status = exchange.response?.status;
  const statusText = status === undefined ? 'no response' : `status ${status}`;
  const reproduce =
    command.length > LONGEST_COMMAND
      ? `The request (${statusText}) is too long to show here; see report.html.`
      : `<details><summary>Reproduce (${statusText})</summary>\n\n${codeBlock(command, 'sh')}\n\n</details>`;
  return `${facts.join('  \n')}\n\n${reproduce}`;
}

function resultSection(heading: string, items: readonly CheckResult[]): string {
  return listSection({
    heading,
    items,
    content: (shown) => [
      table(
        ['clause', 'check', 'seen'],
        shown.map(({ clause, id, reason }) => [`§${clause}`, code(id), plain(reason)]),
      ),
    ],
  });
}

function staleSection({ baseline }: Report): string {
  const stale = baseline?.stale ?? [];
  if (stale.length === 0) return '';
  return [
    `## In the baseline, but passing (${stale.length})`,
    'These checks no longer fail. Remove them from the baseline.',
    idList(stale, MAX_LINES),
  ].join('\n\n');
}

function notTestedSection(report: Report): string {
  return listSection({
    heading: 'Not tested',
    count: report.summary['not-tested'],
    items: groupNotTested(report),
    content: (shown) => {
      const rows = shown.map(({ reason, results }) => {
        const ids = results.map(({ id }) => id);
        return [plain(reason), String(ids.length), idList(ids, MAX_IDS)];
      });
      return [table(['reason and fix', 'checks', 'which'], rows)];
    },
  });
}

function idList(ids: readonly string[], most: number): string {
  const shown = ids.slice(0, most).map((id) => code(id));
  return [...shown, ...describeOmitted(ids, shown)].join(', ');
}

function dialectSection(report: Report): string {
  const rows = dialectRows(report);
  if (rows.length === 0) return '';
  const changed = rows.filter(({ compared }) => compared === 'not default');
  const otherwise = rows.filter(({ givenOtherwise }) => givenOtherwise !== undefined);
  return [
    '## Dialect',
    `Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed.length}. See dialect.yaml for all values.`,
    ...comparison('declared dialect', 'given', otherwise, (row) => row.givenOtherwise?.value),
    ...comparison('default', 'default', changed, (row) => row.byDefault),
  ].join('\n\n');
}

/** @param valueOf returns the value that the detected one is compared with */
function comparison(
  what: string,
  column: string,
  rows: readonly DialectRow[],
  valueOf: (row: DialectRow) => unknown,
): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows
    .slice(0, MAX_KEYS)
    .map((row) => [
      code(row.key),
      `§${row.clause}`,
      code(valueText(row.value)),
      code(valueText(valueOf(row))),
    ]);
  return [`### Differs from the ${what}`, table(['key', 'clause', 'found', column], cells)];
}

function questionSection({ openQuestions }: Report): string {
  if (openQuestions.length === 0) return '';
  const rows = openQuestions
    .slice(0, MAX_KEYS)
    .map(({ key, clause, question, seen }) => [
      code(key),
      `§${clause}`,
      plain(question, 300),
      plain(seen, 300),
    ]);
  return [
    `## Open questions for the vendor (${openQuestions.length})`,
    table(['key', 'clause', 'question', 'seen'], rows),
  ].join('\n\n');
}

function budgetSection({ budget, seed }: Report): string {
  if (budget === undefined) return '';
  const { requests, otpSends, usersCreated } = budget;
  return [
    '## Usage',
    `Requests: ${requests.used} of ${requests.most}. One-time passwords sent: ${otpSends.used} of ${otpSends.most}. Users created: ${usersCreated}. Seed: ${seed}.`,
  ].join('\n\n');
}
