/** A report as a page of Markdown, for the summary of a step in GitHub Actions and for tickets. */
import { clauseTitle } from '../words/clause-title.ts';
import { curlLine } from '../words/curl-line.ts';
import { durationText, instantText } from '../words/duration-text.ts';
import { exitMeaning } from './exit-meaning.ts';
import { dialectSection, openQuestionSection } from './markdown-dialect.ts';
import { code, codeBlock, plain, table } from '../forms/markdown-text.ts';
import { missingLine, missingParts } from './missing.ts';
import { notTestedByReason } from './not-tested.ts';
import { COVERAGE_WORDS, whyNotCovered } from './operation-rows.ts';
import {
  byClause,
  isKnownFailure,
  newFailures,
  verdictsByWeight,
  withVerdict,
  type CheckResult,
  type Report,
} from '../report.ts';

/** GitHub truncates comments at one mebibyte: each list ends well before. */
const MAX_FAILURES = 40;
const MAX_LINES = 60;
const MAX_IDS = 15;
const LONGEST_COMMAND = 2000;

export function reportMarkdown(report: Report): string {
  const known = withVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const sections = [
    head(report),
    missingSection(report),
    operationSection(report),
    counts(report),
    failureSection(newFailures(report)),
    listSection('Warnings', withVerdict(report, 'warn')),
    listSection('Errors of the run', withVerdict(report, 'error')),
    listSection('Known failures', known),
    staleSection(report),
    notTestedSection(report),
    dialectSection(report),
    openQuestionSection(report),
    budgetSection(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function head(report: Report): string {
  const { target, startedAt, durationMs, tool } = report;
  return [
    `# ${report.command === 'proxy' ? 'Traffic' : 'Conformance'}`,
    `${outcomeSign(report)} **${plain(exitMeaning(report))}**`,
    `Target ${code(target)}, ${instantText(startedAt)}, ${durationText(durationMs)}, ${tool.name} ${tool.version}, exit code ${report.exitCode}.`,
  ].join('\n\n');
}

function outcomeSign({ exitCode }: Report): string {
  if (exitCode === 0) return '✅';
  return exitCode === 1 ? '❌' : '⚠️';
}

function missingSection(report: Report): string {
  const missing = missingParts(report);
  if (missing.length === 0) return '';
  const shown = missing.slice(0, MAX_LINES);
  return [
    `## Missing (${missing.length})`,
    shown.map((part) => `- ${plain(missingLine(part))}`).join('\n'),
    ...omitted(missing, shown),
  ].join('\n\n');
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

function counts({ summary }: Report): string {
  return table(
    [...verdictsByWeight],
    [verdictsByWeight.map((verdict) => String(summary[verdict]))],
  );
}

function failureSection(failures: readonly CheckResult[]): string {
  if (failures.length === 0) return '';
  const shown = failures.slice(0, MAX_FAILURES);
  return [
    `## Failures (${failures.length})`,
    ...byClause(shown).flatMap(({ clause, results }) => [
      `### ${clauseTitle(clause)}`,
      ...results.map(failure),
    ]),
    ...omitted(failures, shown),
  ].join('\n\n');
}

function failure(result: CheckResult): string {
  const { id, title, reason, level, requirement, evidence } = result;
  const rule = id === requirement ? '' : `, rule ${code(requirement)}`;
  const lines = [`**${plain(title)}**`, `${level} ${code(id)}${rule}`];
  const exchange = evidence.at(-1);
  if (exchange === undefined) return [...lines, `Seen: ${plain(reason)}`].join('  \n');
  const command = curlLine(exchange.request);
  const status = exchange.response?.status;
  const statusText = status === undefined ? 'no response' : `status ${status}`;
  const again =
    command.length > LONGEST_COMMAND
      ? `The request (${statusText}) is too long to show here; see report.html.`
      : `<details><summary>Reproduce (${statusText})</summary>\n\n${codeBlock(command, 'sh')}\n\n</details>`;
  return `${[...lines, `Seen: ${plain(reason)}`].join('  \n')}\n\n${again}`;
}

function listSection(heading: string, results: readonly CheckResult[]): string {
  if (results.length === 0) return '';
  const shown = results.slice(0, MAX_LINES);
  const rows = shown.map(({ clause, id, reason }) => [`§${clause}`, code(id), plain(reason)]);
  return [
    `## ${heading} (${results.length})`,
    table(['clause', 'check', 'seen'], rows),
    ...omitted(results, shown),
  ].join('\n\n');
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
  const groups = notTestedByReason(report);
  if (groups.length === 0) return '';
  const shown = groups.slice(0, MAX_LINES);
  const rows = shown.map(({ reason, results }) => [
    plain(reason),
    String(results.length),
    idList(
      results.map(({ id }) => id),
      MAX_IDS,
    ),
  ]);
  return [
    `## Not tested (${report.summary['not-tested']})`,
    table(['reason and fix', 'checks', 'which'], rows),
    ...omitted(groups, shown),
  ].join('\n\n');
}

function idList(ids: readonly string[], most: number): string {
  const shown = ids.slice(0, most).map((id) => code(id));
  return [...shown, ...omitted(ids, shown)].join(', ');
}

function omitted(all: readonly unknown[], shown: readonly unknown[]): string[] {
  const more = all.length - shown.length;
  return more === 0 ? [] : [`and ${more} more in report.html`];
}

function budgetSection({ budget, seed }: Report): string {
  if (budget === undefined) return '';
  const { requests, otpSends, usersCreated } = budget;
  return [
    '## Usage',
    `Requests: ${requests.used} of ${requests.most}. One-time passwords sent: ${otpSends.used} of ${otpSends.most}. Users created: ${usersCreated}. Seed: ${seed}.`,
  ].join('\n\n');
}
