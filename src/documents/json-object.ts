/** Returns whether a value that was read from JSON or YAML is an object, and not a list. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Returns whether a value contains more than `limit` values, counting itself and all nested values. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  let count = 1;
  const pending = [value];
  while (count <= limit && pending.length > 0) {
    const part = pending.pop();
    if (typeof part !== 'object' || part === null) continue;
    const members: readonly unknown[] = Object.values(part);
    count += members.length;
    if (count <= limit) pending.push(...members);
  }
  return count > limit;
}

/** Returns the value of a JSON text; undefined for any other text. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
