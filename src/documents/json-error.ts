/** Finds where a text is not valid JSON, which JSON.parse does not report on every platform. */

/** Returns the offset at which a text stops being JSON (RFC 8259); its length if it only ends too early. */
export function jsonErrorAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = endOf(SPACE, text, at) ?? at;
    if (at >= text.length || expected === 'end') return at;
    const container = open.at(-1);
    const character = text.charAt(at);
    const closes = character === (container === '{' ? '}' : ']');
    if (closes && container !== undefined && CLOSABLE.has(expected)) {
      open.pop();
      expected = open.length === 0 ? 'end' : 'comma';
      at += 1;
    } else if (expected === 'comma' || expected === 'colon') {
      if (character !== (expected === 'comma' ? ',' : ':')) return at;
      expected = expected === 'comma' && container === '{' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'key' || expected === 'firstKey') {
      const end = endOf(STRING, text, at);
      if (end === undefined) return endOf(OPEN_STRING, text, at) ?? at;
      expected = 'colon';
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'firstKey' : 'firstValue';
      at += 1;
    } else {
      const end = endOf(character === '"' ? STRING : WORD, text, at);
      if (end === undefined) return endOf(OPEN_STRING, text, at) ?? at;
      expected = open.length === 0 ? 'end' : 'comma';
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
/** A string that the text ends in. */
const OPEN_STRING = /"[^"\\]*(?:\\.[^"\\]*)*\\?$/sy;
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function endOf(form: RegExp, text: string, at: number): number | undefined {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : undefined;
}
