import type { JsonValue } from '../openapi-document.ts';

/** Returns a value as JSON, without undefined members. */
export function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
