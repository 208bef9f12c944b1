/** Sections about the detected dialect, the open questions, and what was not tested. */
import { valueText } from '../../dialect/value-text.ts';
import { groupNotTested, type Report } from '../report.ts';
import { dialectRows, type DialectRow } from '../run-report/dialect-rows.ts';
import { clauseTitle } from '../text/clause-title.ts';
import { shorten } from '../text/visible-text.ts';
import { markup, nothing, when, type Html } from './markup.ts';
import { block, codeHtml, createLink, section, table, textHtml, type TableRow } from './page.ts';

export function dialectSection(report: Report): Html {
  const rows = dialectRows(report);
  if (rows.length === 0) return nothing;
  const changed = rows.filter(({ compared }) => compared === 'not default').length;
  return section('dialect', 'Dialect', [
    markup`<p>Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed}.</p>`,
    table('keys', ['Key', 'Found', 'Default', 'Evidence'], rows.map(createRow)),
  ]);
}

function createRow(row: DialectRow): TableRow {
  const { key, clause, decides, value, byDefault, compared, givenOtherwise, seen } = row;
  const isDefault = compared === 'default';
  const given =
    givenOtherwise &&
    markup`<span class="given">declared: ${valueMarkup(givenOtherwise.value)}</span>`;
  return {
    className: isDefault ? 'default' : 'changed',
    cells: [
      markup`<code>${key}</code> <span class="clause-number">§${clause}</span><span class="decides">${decides}</span>`,
      markup`${valueMarkup(value)}${given ?? nothing}`,
      isDefault ? markup`the same` : valueMarkup(byDefault),
      seen === undefined ? markup`<span class="silent">none</span>` : textHtml(seen),
    ],
  };
}

const LONGEST_VALUE = 100;

/** Long values, such as a list of flags, are collapsed. */
function valueMarkup(value: unknown): Html {
  const text = valueText(value);
  const short = shorten(text, LONGEST_VALUE);
  if (short === text) return codeHtml(text);
  const summary = Array.isArray(value) ? markup`a list of ${value.length} items` : codeHtml(short);
  return markup`<details><summary>${summary}</summary>${block('The whole value', JSON.stringify(value, null, 2))}</details>`;
}

export function questionSection({ openQuestions }: Report): Html {
  if (openQuestions.length === 0) return nothing;
  return section('questions', 'Open questions for the vendor', [
    markup`<p>The interface leaves these points open, and they could not be detected.</p>`,
    markup`<ol class="questions">${openQuestions.map(
      ({ key, clause, question, seen }) =>
        markup`<li><h3>${textHtml(question)}</h3><p>${textHtml(seen)}</p><p class="facts">${codeHtml(key)} <span>${clauseTitle(clause)}</span></p></li>`,
    )}</ol>`,
  ]);
}

export function notTestedSection(report: Report): Html {
  const groups = groupNotTested(report);
  return when(groups.length > 0, () =>
    section(
      'not-tested',
      'Not tested, and how to fix it',
      markup`<ul class="reasons">${groups.map(
        ({ reason, results }) =>
          markup`<li><p>${textHtml(reason)}</p><details><summary>${results.length === 1 ? '1 check' : `${results.length} checks`}</summary><ul>${results.map(
            ({ id, title }) => markup`<li><a href="${createLink(id)}">${textHtml(title)}</a></li>`,
          )}</ul></details></li>`,
      )}</ul>`,
    ),
  );
}
