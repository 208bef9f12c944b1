/** What is shown in the place of a value. */

/** Replaces a secret, whatever its length. */
export const REDACTED = '[redacted]';

/** Returns what is shown of a secret: whether there is one may be seen. */
export function hide(secret: unknown): unknown {
  return secret === undefined || secret === null ? secret : REDACTED;
}

/** Returns what is shown of a value that the contract does not name: its kind, as JSON has it. */
export function kindShown(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  return `[redacted ${Array.isArray(value) ? 'array' : typeof value}]`;
}
