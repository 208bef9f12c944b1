/** Matches UTC timestamps, with Z or a zero offset; ISO 8601 allows a comma as the decimal sign. */
const UTC_MILLISECONDS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.,](\d{3})(?:Z|\+00(?::?00)?)$/;

/** Returns milliseconds since 1970; null if the text is not a UTC timestamp with milliseconds (§2.4). */
export function parseTimestamp(text: unknown): number | null {
  if (typeof text !== 'string' || !UTC_MILLISECONDS.test(text)) return null;
  const normalized = text.replace(UTC_MILLISECONDS, '$1.$2Z');
  const time = Date.parse(normalized);
  return !Number.isNaN(time) && new Date(time).toISOString() === normalized ? time : null;
}
