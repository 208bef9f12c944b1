import { toVisibleLine } from '../../reporting/text/visible-text.ts';

/** Maximum width of help and of term tables, in characters. */
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

/** Wraps words into lines of at most `columns` characters. A longer word gets its own line. */
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

/** Formats rows under headings. A cell can have several lines; an empty cell is printed as `-`. */
export function formatColumnTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const allRows = [headings.map((heading) => [heading]), ...rows].map((row) =>
    row.map((cell) => cell.map(toVisibleLine)),
  );
  const widths = headings.map((_, column) => {
    const lines = allRows.flatMap((row) => row[column] ?? []);
    return lines.reduce((max, line) => Math.max(max, line.length), 0);
  });
  return allRows.flatMap((row) => formatRow(row, widths)).join('\n');
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

/** Returns a title and a line for each item; empty without items. After `max` lines, items are only counted. */
export function formatLines<Item>(
  title: string,
  items: readonly Item[],
  formatItem: (item: Item) => string,
  { max = Infinity, place = '' } = {},
): string {
  if (items.length === 0) return '';
  const lines = items.slice(0, max).map((item) => `  ${formatItem(item)}`);
  const more = items.length - lines.length;
  return [title, ...lines, ...(more > 0 ? [`  and ${more} more${place}`] : [])].join('\n');
}
