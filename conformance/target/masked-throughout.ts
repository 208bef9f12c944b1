/**
 * A value with every text in it masked; what is there several times is looked at once.
 *
 * @param value plain data
 */
export function maskedThroughout<Value>(value: Value, mask: (text: string) => string): Value {
  const done = new Map<object, unknown>();

  function masked(part: unknown): unknown {
    if (typeof part === 'string') return mask(part);
    if (typeof part !== 'object' || part === null) return part;
    const known = done.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part)
      ? part.map(masked)
      : Object.fromEntries(Object.entries(part).map(([name, each]) => [name, masked(each)]));
    done.set(part, copy);
    return copy;
  }

  // The same data with other texts.
  return masked(value) as Value;
}
