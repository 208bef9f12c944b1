/** ISO 8601 as §2.4 has it: in UTC and to the millisecond. */

/** UTC is written Z, or as an offset of nothing; a comma is as good as a point (ISO 8601). */
const UTC_MILLISECONDS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.,](\d{3})(?:Z|\+00(?::?00)?)$/;

/** @returns milliseconds since 1970; null where it is no such timestamp, or no such day */
export function timeOf(text: unknown): number | null {
  if (typeof text !== 'string' || !UTC_MILLISECONDS.test(text)) return null;
  const written = text.replace(UTC_MILLISECONDS, '$1.$2Z');
  const time = Date.parse(written);
  return !Number.isNaN(time) && new Date(time).toISOString() === written ? time : null;
}
