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
 * Whether a text would be YAML that is nested deeper than that, told before it is parsed: the parser
 * calls itself for each level, and at some thousand levels the process ends, not the parsing. A text
 * that has as many brackets open in what it quotes counts as well.
 */
export function isTextTooDeep(text: string): boolean {
  const columns: number[] = [];
  let open = 0;
  for (const line of text.split('\n')) {
    const [marks = ''] = BLOCK_MARKS.exec(line) ?? [];
    if (marks.length < line.length) {
      const starts = [...marks.matchAll(/[-?:]/g)].map(({ index }) => index);
      for (const column of [...starts, marks.length]) {
        while ((columns.at(-1) ?? -1) >= column) columns.pop();
        columns.push(column);
        if (columns.length > MAX_DEPTH) return true;
      }
    }
    for (const [bracket] of line.matchAll(BRACKETS)) {
      open = Math.max(0, open + (bracket === '[' || bracket === '{' ? 1 : -1));
      if (open > MAX_DEPTH) return true;
    }
  }
  return false;
}
