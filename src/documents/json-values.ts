export interface JsonValue {
  /** Names and list positions on the way to the value. The list is reused: copy it to store it. */
  readonly path: readonly (string | number)[];
  /** The last part of the path; undefined for the root value. */
  readonly part: string | number | undefined;
  /** Offset of the key; of the value itself if it has no key. */
  readonly keyStart: number;
  readonly start: number;
  /** Whether it is an object or a list. */
  readonly isContainer: boolean;
}

/**
 * Returns the offset of the first error in JSON (RFC 8259): 4 for `[1, x]`; the length of a text that is valid
 * or ends too early. JSON.parse does not report the offset on every platform.
 */
export function findJsonError(text: string): number {
  const values = scanJsonValues(text);
  for (;;) {
    const { done, value } = values.next();
    if (done === true) return value;
  }
}

/** Yields the values of a text until its first error, and returns the offset as `findJsonError` does. */
export function* scanJsonValues(text: string): Generator<JsonValue, number> {
  const path: (string | number)[] = [];
  const openContainers: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let keyStart: number | undefined;
  let index = 0;
  for (;;) {
    index = findEnd(SPACE, text, index) ?? index;
    if (index >= text.length || expected === 'end') return index;
    const container = openContainers.at(-1);
    const character = text.charAt(index);
    if (CLOSABLE.has(expected) && character === (container === '{' ? '}' : ']')) {
      openContainers.pop();
      path.pop();
      expected = openContainers.length === 0 ? 'end' : 'comma';
      index += 1;
    } else if (expected === 'comma' || expected === 'colon') {
      if (character !== (expected === 'comma' ? ',' : ':')) return index;
      if (container === '[') path.push(Number(path.pop()) + 1);
      expected = expected === 'comma' && container === '{' ? 'key' : 'value';
      index += 1;
    } else if (expected === 'key' || expected === 'firstKey') {
      const end = findEnd(STRING, text, index);
      if (end === undefined) return locateError(text, index);
      path[path.length - 1] = JSON.parse(text.slice(index, end)) as string;
      keyStart = index;
      expected = 'colon';
      index = end;
    } else {
      const isContainer = character === '{' || character === '[';
      const scalar = character === '"' ? STRING : WORD;
      const end = isContainer ? index + 1 : findEnd(scalar, text, index);
      if (end === undefined) return locateError(text, index);
      yield { path, part: path.at(-1), keyStart: keyStart ?? index, start: index, isContainer };
      keyStart = undefined;
      if (isContainer) {
        openContainers.push(character);
        path.push(character === '{' ? '' : 0);
        expected = character === '{' ? 'firstKey' : 'firstValue';
      } else expected = openContainers.length === 0 ? 'end' : 'comma';
      index = end;
    }
  }
}

type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end';

/** The positions at which a container can end. */
const CLOSABLE: ReadonlySet<Expected> = new Set<Expected>(['firstValue', 'firstKey', 'comma']);

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- not valid in a JSON string (RFC 8259, section 7)
const STRING = /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"/y;
/** An unterminated string at the end of the text. */
const OPEN_STRING = /"[^"\\]*(?:\\.[^"\\]*)*\\?$/sy;
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** Returns where an invalid token is wrong: at the end of an unterminated string, otherwise at its start. */
function locateError(text: string, index: number): number {
  return findEnd(OPEN_STRING, text, index) ?? index;
}

function findEnd(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
