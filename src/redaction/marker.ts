export const REDACTED = '[redacted]';

/** Returns the marker that replaces a secret; null and undefined stay visible. */
export function createMarker(secret: unknown): unknown {
  return secret === undefined || secret === null ? secret : REDACTED;
}

/** Returns the marker of a value that the contract does not name: its JSON type. */
export function markType(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  return `[redacted ${Array.isArray(value) ? 'array' : typeof value}]`;
}
