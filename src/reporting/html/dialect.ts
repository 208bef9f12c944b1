/** Sections about the detected dialect, the open questions, and what was not tested. */
import { formatValue } from '../../dialect/format-value.ts';
import { groupNotTested, type Report } from '../report.ts';
import { listDialectRows, type DialectRow } from '../run-report/dialect-rows.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { shorten } from '../text/visible-text.ts';
import { markup, nothing, renderIf, type Html } from './markup.ts';
import {
  formatBlock,
  formatCode,
  createLink,
  formatSection,
  formatTable,
  formatText,
  type TableRow,
} from './page.ts';

export function formatDialectSection(report: Report): Html {
  const rows = listDialectRows(report);
  if (rows.length === 0) return nothing;
  const changed = rows.filter(({ compared }) => compared === 'not default').length;
  return formatSection('dialect', 'Dialect', [
    markup`<p>Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed}.</p>`,
    formatTable('keys', ['Key', 'Found', 'Default', 'Evidence'], rows.map(createRow)),
  ]);
}

function createRow(row: DialectRow): TableRow {
  const { key, clause, decides, value, byDefault, compared, givenOtherwise, seen } = row;
  const isDefault = compared === 'default';
  const given =
    givenOtherwise &&
    markup`<span class="given">declared: ${formatValueMarkup(givenOtherwise.value)}</span>`;
  return {
    className: isDefault ? 'default' : 'changed',
    cells: [
      markup`<code>${key}</code> <span class="clause-number">§${clause}</span><span class="decides">${decides}</span>`,
      markup`${formatValueMarkup(value)}${given ?? nothing}`,
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

export function formatQuestionSection({ openQuestions }: Report): Html {
  if (openQuestions.length === 0) return nothing;
  return formatSection('questions', 'Open questions for the vendor', [
    markup`<p>The interface leaves these points open, and they could not be detected.</p>`,
    markup`<ol class="questions">${openQuestions.map(
      ({ key, clause, question, seen }) =>
        markup`<li><h3>${formatText(question)}</h3><p>${formatText(seen)}</p><p class="facts">${formatCode(key)} <span>${getClauseTitle(clause)}</span></p></li>`,
    )}</ol>`,
  ]);
}

export function formatNotTestedSection(report: Report): Html {
  const groups = groupNotTested(report);
  return renderIf(groups.length > 0, () =>
    formatSection(
      'not-tested',
      'Not tested, and how to fix it',
      markup`<ul class="reasons">${groups.map(
        ({ reason, results }) =>
          markup`<li><p>${formatText(reason)}</p><details><summary>${results.length === 1 ? '1 check' : `${results.length} checks`}</summary><ul>${results.map(
            ({ id, title }) =>
              markup`<li><a href="${createLink(id)}">${formatText(title)}</a></li>`,
          )}</ul></details></li>`,
      )}</ul>`,
    ),
  );
}
