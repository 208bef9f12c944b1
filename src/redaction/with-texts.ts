/** Fields with words of the suite, which are unchanged: a token `fail` must not change a verdict. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['id', 'requirement', 'clause', 'level', 'operation', 'coverage', 'verdict', 'cause', 'kind'],
  ...['method', 'key', 'startedAt'],
]);

/** Returns a copy of plain data with every string replaced; shared values are copied once. */
export function replaceTexts<Value>(value: Value, replaced: (text: string) => string): Value {
  const done = new Map<object, unknown>();

  function copyPart(part: unknown): unknown {
    if (typeof part === 'string') return replaced(part);
    if (typeof part !== 'object' || part === null || !isPlain(part)) return part;
    const known = done.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part)
      ? part.map(copyPart)
      : Object.fromEntries(
          Object.entries(part).map(([name, each]) => [
            name,
            OWN_WORDS.has(name) && typeof each === 'string' ? each : copyPart(each),
          ]),
        );
    done.set(part, copy);
    return copy;
  }

  // The type is unchanged: only texts are replaced.
  return copyPart(value) as Value;
}

/** Returns whether an object is plain: an error or a date has more than its properties. */
function isPlain(part: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(part);
  return Array.isArray(part) || prototype === Object.prototype || prototype === null;
}
