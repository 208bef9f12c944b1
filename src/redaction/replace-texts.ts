/** Fields that flagbearer fills. They are not redacted: a secret may be the word `fail`, like a verdict. */
const UNCHANGED_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'requirement', 'clause', 'level', 'operation', 'coverage', 'verdict', 'cause', 'kind'],
  ...['method', 'key', 'startedAt'],
]);

/** Returns a copy of plain data with every string replaced; shared values are copied once. */
export function replaceTexts<Value>(value: Value, replaceText: (text: string) => string): Value {
  const copies = new Map<object, unknown>();

  function copyPart(part: unknown): unknown {
    if (typeof part === 'string') return replaceText(part);
    if (typeof part !== 'object' || part === null || !isPlain(part)) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part)
      ? part.map(copyPart)
      : Object.fromEntries(
          Object.entries(part).map(([name, member]) => [
            name,
            UNCHANGED_FIELDS.has(name) && typeof member === 'string' ? member : copyPart(member),
          ]),
        );
    copies.set(part, copy);
    return copy;
  }

  // The type is unchanged: only texts are replaced.
  return copyPart(value) as Value;
}

/** Returns whether an object is plain: errors and dates have data that is not in their properties. */
function isPlain(part: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(part);
  return Array.isArray(part) || prototype === Object.prototype || prototype === null;
}
