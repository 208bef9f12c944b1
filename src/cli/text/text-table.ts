import { toVisibleLine } from '../../reporting/text/visible-text.ts';

/** Maximum width of help and tables, in characters. */
export const PAGE_WIDTH = 88;

/** Formats terms, such as options, in a first column, and their descriptions in a second one. */
export function formatTermTable(
  terms: readonly { readonly term: string; readonly text: string }[],
): string {
  const column = Math.max(...terms.map(({ term }) => term.length)) + 4;
  return terms
    .map(({ term, text }) => {
      const lines = wrap(text, PAGE_WIDTH - column);
      return `  ${term}`.padEnd(column) + lines.join(`\n${' '.repeat(column)}`);
    })
    .join('\n');
}

/** Wraps words into lines of limited length; a longer word has its own line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

export type Cell = readonly string[];

/** Formats rows of cells with several lines under headings; an empty cell is `-`. */
export function formatColumnTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const all = [headings.map((heading) => [heading]), ...rows].map((row) =>
    row.map((cell) => cell.map(toVisibleLine)),
  );
  const widths = headings.map((_, column) => {
    const lines = all.flatMap((row) => row[column] ?? []);
    return lines.reduce((max, line) => Math.max(max, line.length), 0);
  });
  return all.flatMap((row) => formatRow(row, widths)).join('\n');
}

function formatRow(row: readonly Cell[], widths: readonly number[]): string[] {
  const cells = row.map((cell) => (cell.length === 0 ? ['-'] : cell));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, column) => (cells[column]?.[line] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  );
}
