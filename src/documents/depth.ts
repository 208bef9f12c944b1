import type { Position } from './source-document.ts';

/** How deep a document may be nested; ours are some five levels deep. */
export const MAX_DEPTH = 200;

/** Whether a value is nested deeper than that. It looks no deeper itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** What of a line of YAML can nest without a bracket: spaces, then marks of list items and keys. */
const BLOCK_MARKS = /^ *(?:[-?:][ \t]+)*/;
const BRACKETS = /[[\]{}]/g;

/**
 * Where a text, read as YAML, would be nested deeper than that; told before it is parsed. The parser
 * calls itself for each level, and at some thousand levels the process ends, not the parsing. Brackets
 * in what the text quotes count, too, as long as they stay open.
 *
 * @returns line and column, from 1; undefined where there is no such place
 */
export function placeTooDeep(text: string): Position | undefined {
  const columns: number[] = [];
  let open = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const [marks = ''] = BLOCK_MARKS.exec(line) ?? [];
    const starts = [...marks.matchAll(/[-?:]/g)].map(({ index }) => index);
    if (marks.length < line.length) starts.push(marks.length);
    for (const column of starts) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
      if (columns.length > MAX_DEPTH) return { line: at + 1, column: column + 1 };
    }
    for (const { 0: bracket, index } of line.matchAll(BRACKETS)) {
      open = Math.max(0, open + (bracket === '[' || bracket === '{' ? 1 : -1));
      if (open > MAX_DEPTH) return { line: at + 1, column: index + 1 };
    }
  }
  return undefined;
}
