import { TimeSlices } from '../ports/time-slices.ts';
import type { Position } from './source-document.ts';

/** Maximum nesting of a document; scenarios have about five levels. */
export const MAX_DEPTH = 200;

export async function isTooDeep(value: unknown): Promise<boolean> {
  const slices = new TimeSlices();
  let level = isCollection(value) ? [value] : [];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const inner: object[] = [];
    for (const collection of level) {
      for (const member of Object.values(collection)) if (isCollection(member)) inner.push(member);
      if (slices.isUsedUp) await slices.yieldToEvents();
    }
    if (inner.length === 0) return false;
    level = inner;
  }
  return true;
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const SPACE = ' \t\r\n';
/** The indicators of list items and keys, which nest without brackets. */
const BLOCK_INDICATORS = '-?:';

/**
 * Returns where a text exceeds the maximum nesting as YAML; undefined if it does not. Runs before the parser,
 * which is recursive: thousands of levels would end the process. For simplicity, counts brackets in quotes, too.
 */
export function findExcessiveNesting(text: string): Position | undefined {
  // The columns of the open levels without brackets.
  const columns: number[] = [];
  let openBrackets = 0;
  let lineStart = 0;
  let line = 1;
  // Whether the line has only spaces and block indicators so far.
  let isIndent = true;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const column = index - lineStart;
    if (character === '\n') {
      line += 1;
      lineStart = index + 1;
      isIndent = true;
      continue;
    }
    if (isIndent && !SPACE.includes(character)) {
      isIndent = BLOCK_INDICATORS.includes(character) && SPACE.includes(text.charAt(index + 1));
      // A comment or an empty line does not end a level.
      if (character !== '#') {
        while ((columns.at(-1) ?? -1) >= column) columns.pop();
        columns.push(column);
      }
      if (columns.length > MAX_DEPTH) return { line, column: column + 1 };
    }
    if (character === '[' || character === '{') openBrackets += 1;
    else if ((character === ']' || character === '}') && openBrackets > 0) openBrackets -= 1;
    if (openBrackets > MAX_DEPTH) return { line, column: column + 1 };
  }
  return undefined;
}
