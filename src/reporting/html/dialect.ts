/** The dialect that was found, the questions that are left, and what was not tested. */
import { valueText } from '../../dialect/value-text.ts';
import { clauseTitle } from '../words/clause-title.ts';
import { dialectRows, type DialectRow } from '../run-report/dialect-rows.ts';
import { notTestedByReason } from '../run-report/not-tested.ts';
import type { Report } from '../report.ts';
import { markup, nothing, when, type Html } from './markup.ts';
import { shortened } from '../words/visible-text.ts';
import { block, codeWords, linkTo, words } from './pieces.ts';

export function dialectSection(report: Report): Html {
  const rows = dialectRows(report);
  if (rows.length === 0) return nothing;
  const changed = rows.filter(({ compared }) => compared === 'not default').length;
  return markup`<section id="dialect" aria-labelledby="dialect-heading">
<h2 id="dialect-heading">Dialect</h2>
<p>Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed}.</p>
<table role="table">
<thead role="rowgroup"><tr role="row">${['Key', 'Found', 'Default', 'Evidence'].map(
    (heading) => markup`<th role="columnheader" scope="col">${heading}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${rows.map(rowOf)}</tbody>
</table>
</section>`;
}

function rowOf(row: DialectRow): Html {
  const { key, clause, decides, value, byDefault, compared, givenOtherwise, seen } = row;
  const isDefault = compared === 'default';
  return markup`<tr role="row" class="${isDefault ? 'default' : 'changed'}">
<th role="rowheader" scope="row"><code>${key}</code> <span class="clause-number">§${clause}</span><span class="decides">${decides}</span></th>
<td role="cell" data-label="Found">${valueMarkup(value)}${
    givenOtherwise === undefined
      ? nothing
      : markup`<span class="given">declared: ${valueMarkup(givenOtherwise.value)}</span>`
  }</td>
<td role="cell" data-label="Default">${isDefault ? markup`the same` : valueMarkup(byDefault)}</td>
<td role="cell" data-label="Evidence">${seen === undefined ? markup`<span class="silent">none</span>` : words(seen)}</td>
</tr>`;
}

const LONGEST_VALUE = 100;

/** A list of flags would fill a screen: it is folded. */
function valueMarkup(value: unknown): Html {
  const text = valueText(value);
  const short = shortened(text, LONGEST_VALUE);
  if (short === text) return codeWords(text);
  const summary = Array.isArray(value) ? markup`a list of ${value.length} items` : codeWords(short);
  return markup`<details><summary>${summary}</summary>${block('The whole value', JSON.stringify(value, null, 2))}</details>`;
}

export function questionSection({ openQuestions }: Report): Html {
  return when(
    openQuestions.length > 0,
    () => markup`<section id="questions" aria-labelledby="questions-heading">
<h2 id="questions-heading">Open questions for the vendor</h2>
<p>The interface leaves these points open, and they could not be detected.</p>
<ol class="questions">${openQuestions.map(
      ({ key, clause, question, seen }) =>
        markup`<li><h3>${words(question)}</h3><p>${words(seen)}</p><p class="facts">${codeWords(key)} <span>${clauseTitle(clause)}</span></p></li>`,
    )}</ol>
</section>`,
  );
}

export function notTestedSection(report: Report): Html {
  const groups = notTestedByReason(report);
  return when(
    groups.length > 0,
    () => markup`<section id="not-tested" aria-labelledby="not-tested-heading">
<h2 id="not-tested-heading">Not tested, and how to fix it</h2>
<ul class="reasons">${groups.map(
      ({ reason, results }) =>
        markup`<li><p>${words(reason)}</p><details><summary>${results.length === 1 ? '1 check' : `${results.length} checks`}</summary><ul>${results.map(
          ({ id, title }) => markup`<li><a href="${linkTo(id)}">${words(title)}</a></li>`,
        )}</ul></details></li>`,
    )}</ul>
</section>`,
  );
}
