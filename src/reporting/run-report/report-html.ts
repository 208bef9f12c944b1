import { formatValue } from '../../dialect/format-value.ts';
import { pluralize } from '../../pluralize.ts';
import { markup, type Html } from '../html/markup.ts';
import {
  formatCode,
  formatPage,
  formatTable,
  VERDICT_TEXTS,
  formatVerdictSign,
  formatText,
  formatBlock,
  createLink,
  formatSection,
  type TableRow,
} from '../html/page.ts';
import { formatVerdictSection } from '../html/verdicts.ts';
import {
  COVERAGE_WORDS,
  verdictsByWeight,
  explainUncovered,
  type Report,
  groupNotTested,
} from '../report.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { formatReadableDuration, formatInstant } from '../text/duration-text.ts';
import { toVisibleLine, shorten } from '../text/visible-text.ts';
import { listDialectRows, type DialectRow } from './dialect-rows.ts';
import { describeExit } from './describe-exit.ts';
import { formatMissingPart, listMissingParts } from './missing.ts';

const COMMAND_WORDS = {
  conform: { title: 'Conformance', kind: 'Conformance report' },
  proxy: { title: 'Traffic', kind: 'Proxy report' },
} as const;

export function formatReportHtml(report: Report): string {
  return formatPage({
    title: `${COMMAND_WORDS[report.command ?? 'conform'].title} of ${toVisibleLine(report.target)}`,
    header: formatHeader(report),
    content: [
      formatVerdictSection(report),
      formatNotTestedSection(report),
      formatQuestionSection(report),
      formatDialectSection(report),
    ],
    footer: formatFooter(report),
  });
}

function formatHeader(report: Report): Html {
  const { target, startedAt, durationMs, exitCode, summary } = report;
  return markup`<header>
<p class="kind">${COMMAND_WORDS[report.command ?? 'conform'].kind}</p>
<h1>${formatCode(target)}</h1>
<p class="outcome exit-${exitCode}"><strong>${formatText(describeExit(report))}</strong> <span>Exit code ${exitCode}.</span></p>
${formatMissingList(report)}
${formatOperationTable(report)}
<ul class="counts" aria-label="Verdicts">${verdictsByWeight.map(
    (verdict) =>
      markup`<li class="${verdict} ${summary[verdict] === 0 ? 'none' : 'some'}"><span class="number">${summary[verdict]}</span> <span class="word">${formatVerdictSign(verdict)} ${VERDICT_TEXTS[verdict].word}</span></li>`,
  )}</ul>
<p class="facts"><time datetime="${startedAt}">${formatInstant(startedAt)}</time> <span>took ${formatReadableDuration(durationMs)}</span> ${formatUsage(report)}</p>
${formatBaselineNote(report)}
</header>`;
}

function formatMissingList(report: Report): Html | undefined {
  const items = listMissingParts(report).map(
    (part) => markup`<li>${formatText(formatMissingPart(part))}</li>`,
  );
  if (items.length === 0) return undefined;
  return markup`<ul class="missing" aria-label="Missing">${items}</ul>`;
}

const HEADINGS = ['Operation', 'Coverage', 'Pass', 'Fail', 'Not tested or error', 'Why'];

function formatOperationTable({ operations = [] }: Report): Html | undefined {
  if (operations.length === 0) return undefined;
  const rows = operations.map((row) => ({
    className: row.coverage,
    cells: [
      formatCode(row.operation),
      markup`${COVERAGE_WORDS[row.coverage]}`,
      ...[row.pass, row.fail, row['not-tested']].map((count) => markup`${count}`),
      formatText(explainUncovered(row)),
    ],
  }));
  return formatTable('operations', HEADINGS, rows);
}

function formatUsage({ budget }: Report): Html | undefined {
  if (budget === undefined) return undefined;
  const { requests, otpSends, usersCreated } = budget;
  return markup`<span>${requests.used} of ${requests.limit} requests</span> <span>${otpSends.used} of ${otpSends.limit} one-time passwords sent</span> <span>${pluralize(usersCreated, 'user')} created</span>`;
}

function formatBaselineNote({ baseline }: Report): Html | undefined {
  if (baseline === undefined) return undefined;
  const { known, stale } = baseline;
  const fixed =
    stale.length === 0
      ? undefined
      : markup` In the baseline, but passing (remove them): ${stale.map(formatCode)}.`;
  return markup`<p class="baseline">${pluralize(known.length, 'known failure')} (baseline).${fixed}</p>`;
}

function formatFooter({ tool, seed }: Report): Html {
  const seedFact = seed === undefined ? undefined : markup`<span>seed ${seed}</span>`;
  return markup`<footer><p class="facts"><span>${tool.name} ${tool.version}</span> ${seedFact}</p></footer>`;
}

function formatDialectSection(report: Report): Html | undefined {
  const rows = listDialectRows(report);
  if (rows.length === 0) return undefined;
  const changed = rows.filter(({ isDefault }) => !isDefault).length;
  return formatSection('dialect', 'Dialect', [
    markup`<p>Detected: ${rows.length} points that the interface leaves open. Different from the default: ${changed}.</p>`,
    formatTable('keys', ['Key', 'Found', 'Default', 'Evidence'], rows.map(createRow)),
  ]);
}

function createRow(row: DialectRow): TableRow {
  const {
    key,
    clause,
    description,
    value,
    defaultValue,
    isDefault,
    declaredIfDifferent,
    evidence,
  } = row;
  const difference =
    declaredIfDifferent &&
    markup`<span class="given">declared: ${formatValueMarkup(declaredIfDifferent.value)}</span>`;
  return {
    className: isDefault ? 'default' : 'changed',
    cells: [
      markup`<code>${key}</code> <span class="clause-number">§${clause}</span><span class="description">${description}</span>`,
      markup`${formatValueMarkup(value)}${difference}`,
      isDefault ? markup`same as found` : formatValueMarkup(defaultValue),
      evidence === undefined ? markup`<span class="silent">none</span>` : formatText(evidence),
    ],
  };
}

const MAX_VALUE_LENGTH = 100;

/** Long values, such as a list of flags, are collapsed. */
function formatValueMarkup(value: unknown): Html {
  const text = formatValue(value);
  const shortText = shorten(text, MAX_VALUE_LENGTH);
  if (shortText === text) return formatCode(text);
  const summary = Array.isArray(value)
    ? markup`a list of ${value.length} items`
    : formatCode(shortText);
  return markup`<details><summary>${summary}</summary>${formatBlock('The whole value', JSON.stringify(value, null, 2))}</details>`;
}

function formatQuestionSection({ openQuestions }: Report): Html | undefined {
  if (openQuestions.length === 0) return undefined;
  return formatSection('questions', 'Open questions for the service owner', [
    markup`<p>The interface leaves these points open, and they could not be detected.</p>`,
    markup`<ol class="questions">${openQuestions.map(
      ({ key, clause, question, evidence }) =>
        markup`<li><h3>${formatText(question)}</h3><p>${formatText(evidence)}</p><p class="facts">${formatCode(key)} <span>${getClauseTitle(clause)}</span></p></li>`,
    )}</ol>`,
  ]);
}

function formatNotTestedSection(report: Report): Html | undefined {
  const groups = groupNotTested(report);
  if (groups.length === 0) return undefined;
  const items = groups.map(({ reason, results }) => {
    const links = results.map(
      ({ id, title }) => markup`<li><a href="${createLink(id)}">${formatText(title)}</a></li>`,
    );
    return markup`<li><p>${formatText(reason)}</p><details><summary>${pluralize(results.length, 'check')}</summary><ul>${links}</ul></details></li>`;
  });
  return formatSection(
    'not-tested',
    'Not tested, and how to fix it',
    markup`<ul class="reasons">${items}</ul>`,
  );
}
