import type { JsonValue } from '../openapi-document.ts';

/** Returns a value as JSON, without undefined members. @throws TypeError for functions and the like */
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
