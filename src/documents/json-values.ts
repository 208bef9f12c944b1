export interface JsonValue {
  /** Names and list positions on the way to the value. The list is reused: copy it to keep it. */
  readonly path: readonly (string | number)[];
  /** The last part of the path; undefined for the root value. */
  readonly part: string | number | undefined;
  /** Offset of the key, or of the value where it has none. */
  readonly keyStart: number;
  readonly start: number;
  /** Whether it is an object or a list. */
  readonly isContainer: boolean;
}

/**
 * Returns the offset at which a text stops being JSON (RFC 8259), which JSON.parse does not report on every
 * platform; its length if it only ends too early.
 */
export function findJsonError(text: string): number {
  const values = scanJsonValues(text);
  for (;;) {
    const { done, value } = values.next();
    if (done === true) return value;
  }
}

/** Yields the values of a text, and returns the offset at which it stops being JSON. */
export function* scanJsonValues(text: string): Generator<JsonValue, number> {
  const path: (string | number)[] = [];
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let keyStart: number | undefined;
  let at = 0;
  for (;;) {
    at = findEnd(SPACE, text, at) ?? at;
    if (at >= text.length || expected === 'end') return at;
    const container = open.at(-1);
    const character = text.charAt(at);
    if (CLOSABLE.has(expected) && character === (container === '{' ? '}' : ']')) {
      open.pop();
      path.pop();
      expected = open.length === 0 ? 'end' : 'comma';
      at += 1;
    } else if (expected === 'comma' || expected === 'colon') {
      if (character !== (expected === 'comma' ? ',' : ':')) return at;
      if (container === '[') path.push(Number(path.pop()) + 1);
      expected = expected === 'comma' && container === '{' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'key' || expected === 'firstKey') {
      const end = findEnd(STRING, text, at);
      if (end === undefined) return findEnd(OPEN_STRING, text, at) ?? at;
      path[path.length - 1] = JSON.parse(text.slice(at, end)) as string;
      keyStart = at;
      expected = 'colon';
      at = end;
    } else {
      const opens = character === '{' || character === '[';
      const end = opens ? at + 1 : findEnd(character === '"' ? STRING : WORD, text, at);
      if (end === undefined) return findEnd(OPEN_STRING, text, at) ?? at;
      yield { path, part: path.at(-1), keyStart: keyStart ?? at, start: at, isContainer: opens };
      keyStart = undefined;
      if (opens) {
        open.push(character);
        path.push(character === '{' ? '' : 0);
        expected = character === '{' ? 'firstKey' : 'firstValue';
      } else expected = open.length === 0 ? 'end' : 'comma';
      at = end;
    }
  }
}

type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end';

/** Where a container may end. */
const CLOSABLE: ReadonlySet<Expected> = new Set<Expected>(['firstValue', 'firstKey', 'comma']);

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- not valid in a JSON string (RFC 8259, section 7)
const STRING = /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"/y;
/** An unterminated string at the end of the text. */
const OPEN_STRING = /"[^"\\]*(?:\\.[^"\\]*)*\\?$/sy;
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function findEnd(form: RegExp, text: string, at: number): number | undefined {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : undefined;
}
