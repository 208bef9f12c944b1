/** Redacts secrets in log lines. A deny-list is enough, because flagbearer defines every field of a log line. */
import { createMarker } from './marker.ts';
import { isSecretName } from './secret-names.ts';

const TOO_DEEP = '[too deep]';
const MAX_DEPTH = 32;

/**
 * Returns a copy of the fields of a log line in which values with secret names are replaced, at any depth.
 * Ignores case, hyphens and underscores of names. Errors, and values with toJSON() such as dates, are
 * unchanged.
 */
export function redactLogFields(value: Readonly<Record<string, unknown>>): Record<string, unknown>;
export function redactLogFields(value: unknown): unknown;
export function redactLogFields(value: unknown): unknown {
  return redactValue(value, 0);
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || isSerializedBySelf(value)) return value;
  if (depth === MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  // fromEntries makes even `__proto__` a plain property, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) ? createMarker(inner) : redactValue(inner, depth + 1),
    ]),
  );
}

function isSerializedBySelf(value: object): boolean {
  return value instanceof Error || ('toJSON' in value && typeof value.toJSON === 'function');
}
