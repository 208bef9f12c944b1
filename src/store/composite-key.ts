/** Returns one key for several parts, different for different parts. */
export function compositeKey(...parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** Returns the parts of a key. */
export function partsOfKey(key: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < key.length;) {
    const colon = key.indexOf(':', at);
    const end = colon + 1 + Number(key.slice(at, colon));
    parts.push(key.slice(colon + 1, end));
    at = end;
  }
  return parts;
}
