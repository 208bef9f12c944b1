/** Log lines without secrets: a deny-list, because flagbearer defines all their fields. */
import { createMarker } from './marker.ts';
import { isSecretName } from './secret-names.ts';

const TOO_DEEP = '[too deep]';
const DEEPEST = 32;

/**
 * Returns a copy of the fields of a log line with secrets replaced as a whole, at any depth. Case, hyphens
 * and underscores of names are ignored. Errors, and values with their own JSON form such as dates, are
 * unchanged.
 */
export function redact(value: Readonly<Record<string, unknown>>): Record<string, unknown>;
export function redact(value: unknown): unknown;
export function redact(value: unknown): unknown {
  return redactValue(0, value);
}

function redactValue(depth: number, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || hasOwnForm(value)) return value;
  if (depth === DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redactValue(depth + 1, item));
  // fromEntries makes even `__proto__` a plain property, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) ? createMarker(inner) : redactValue(depth + 1, inner),
    ]),
  );
}

function hasOwnForm(value: object): boolean {
  return value instanceof Error || ('toJSON' in value && typeof value.toJSON === 'function');
}
