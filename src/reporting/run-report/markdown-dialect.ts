/** The dialect of a report and its open questions, as sections of Markdown. */
import { valueText } from '../../dialect/value-text.ts';
import { dialectRows, type DialectRow } from './dialect-rows.ts';
import { code, plain, table } from '../forms/markdown-text.ts';
import type { Report } from '../report.ts';

const MAX_ROWS = 120;

export function dialectSection(report: Report): string {
  const rows = dialectRows(report);
  if (rows.length === 0) return '';
  const changed = rows.filter(({ compared }) => compared === 'not default');
  const otherwise = rows.filter(({ givenOtherwise }) => givenOtherwise !== undefined);
  return [
    '## Dialect',
    `Detected: ${rows.length} points that the interface leaves open. Not the default: ${changed.length}. See dialect.yaml for all values.`,
    ...(otherwise.length === 0
      ? []
      : [
          '### Differs from the declared dialect',
          comparedTable('given', otherwise, (row) => row.givenOtherwise?.value),
        ]),
    ...(changed.length === 0
      ? []
      : [
          '### Differs from the default',
          comparedTable('default', changed, (row) => row.byDefault),
        ]),
  ].join('\n\n');
}

/** @param other what the value of a row is beside, by the name of its column */
function comparedTable(
  column: string,
  rows: readonly DialectRow[],
  other: (row: DialectRow) => unknown,
): string {
  return table(
    ['key', 'clause', 'found', column],
    rows
      .slice(0, MAX_ROWS)
      .map((row) => [
        code(row.key),
        `§${row.clause}`,
        code(valueText(row.value)),
        code(valueText(other(row))),
      ]),
  );
}

export function openQuestionSection({ openQuestions }: Report): string {
  if (openQuestions.length === 0) return '';
  const rows = openQuestions
    .slice(0, MAX_ROWS)
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
