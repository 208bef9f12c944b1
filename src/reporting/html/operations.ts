/** What is missing, and the eight operations: the top of the page. */
import { missingLine, missingParts } from '../run-report/missing.ts';
import { COVERAGE_WORDS, whyNotCovered, type OperationRow } from '../run-report/operation-rows.ts';
import type { Report } from '../report.ts';
import { markup, when, type Html } from './markup.ts';
import { codeWords, words } from './pieces.ts';

const HEADINGS = ['Operation', 'Coverage', 'Pass', 'Fail', 'Not tested', 'Why'];

export function operationTable(report: Report): Html {
  const { operations = [] } = report;
  const missing = missingParts(report);
  const list = when(
    missing.length > 0,
    () =>
      markup`<ul class="missing" aria-label="Missing">${missing.map((part) => markup`<li>${words(missingLine(part))}</li>`)}</ul>`,
  );
  const table = when(
    operations.length > 0,
    () => markup`<table role="table" class="operations">
<thead role="rowgroup"><tr role="row">${HEADINGS.map(
      (heading) => markup`<th role="columnheader" scope="col">${heading}</th>`,
    )}</tr></thead>
<tbody role="rowgroup">${operations.map(rowOf)}</tbody>
</table>`,
  );
  return markup`${list}${table}`;
}

function rowOf(row: OperationRow): Html {
  const [, coverage, ...labels] = HEADINGS;
  const cells = [row.pass, row.fail, row['not-tested']];
  return markup`<tr role="row" class="${row.coverage}">
<th role="rowheader" scope="row">${codeWords(row.operation)}</th>
<td role="cell" data-label="${coverage ?? ''}">${COVERAGE_WORDS[row.coverage]}</td>
${cells.map((cell, at) => markup`<td role="cell" data-label="${labels[at] ?? ''}">${cell}</td>`)}
<td role="cell" data-label="${labels.at(-1) ?? ''}">${words(whyNotCovered(row))}</td>
</tr>`;
}
