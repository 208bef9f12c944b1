import type { JsonValue } from '../openapi-document.ts';

/**
 * Returns a value as JSON.stringify would write it, without what JSON cannot represent.
 *
 * @throws TypeError for a value that is no JSON at all, such as a function
 */
export function jsonOf(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} is no JSON`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, jsonOf(member)]),
  );
}
