/** Sections about the detected dialect, the open questions, and what was not tested. */
import { formatValue } from '../../dialect/format-value.ts';
import { pluralize } from '../../pluralize.ts';
import { groupNotTested, type Report } from '../report.ts';
import { listDialectRows, type DialectRow } from '../run-report/dialect-rows.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { shorten } from '../text/visible-text.ts';
import { markup, type Html } from './markup.ts';
import {
  formatBlock,
  formatCode,
  createLink,
  formatSection,
  formatTable,
  formatText,
  type TableRow,
} from './page.ts';

export function formatDialectSection(report: Report): Html | undefined {
  const rows = listDialectRows(report);
  if (rows.length === 0) return undefined;
  const changed = rows.filter(({ isDefault }) => !isDefault).length;
  return formatSection('dialect', 'Dialect', [
    markup`<p>Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed}.</p>`,
    formatTable('keys', ['Key', 'Found', 'Default', 'Evidence'], rows.map(createRow)),
  ]);
}

function createRow(row: DialectRow): TableRow {
  const { key, clause, decides, value, byDefault, isDefault, declared, seen } = row;
  const difference =
    declared && markup`<span class="given">declared: ${formatValueMarkup(declared.value)}</span>`;
  return {
    className: isDefault ? 'default' : 'changed',
    cells: [
      markup`<code>${key}</code> <span class="clause-number">§${clause}</span><span class="decides">${decides}</span>`,
      markup`${formatValueMarkup(value)}${difference}`,
      isDefault ? markup`the same` : formatValueMarkup(byDefault),
      seen === undefined ? markup`<span class="silent">none</span>` : formatText(seen),
    ],
  };
}

const LONGEST_VALUE = 100;

/** Long values, such as a list of flags, are collapsed. */
function formatValueMarkup(value: unknown): Html {
  const text = formatValue(value);
  const short = shorten(text, LONGEST_VALUE);
  if (short === text) return formatCode(text);
  const summary = Array.isArray(value)
    ? markup`a list of ${value.length} items`
    : formatCode(short);
  return markup`<details><summary>${summary}</summary>${formatBlock('The whole value', JSON.stringify(value, null, 2))}</details>`;
}

export function formatQuestionSection({ openQuestions }: Report): Html | undefined {
  if (openQuestions.length === 0) return undefined;
  return formatSection('questions', 'Open questions for the vendor', [
    markup`<p>The interface leaves these points open, and they could not be detected.</p>`,
    markup`<ol class="questions">${openQuestions.map(
      ({ key, clause, question, seen }) =>
        markup`<li><h3>${formatText(question)}</h3><p>${formatText(seen)}</p><p class="facts">${formatCode(key)} <span>${getClauseTitle(clause)}</span></p></li>`,
    )}</ol>`,
  ]);
}

export function formatNotTestedSection(report: Report): Html | undefined {
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
