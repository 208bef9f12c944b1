/** Formats a value of a dialect for people: a string as it is, any other value as JSON. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Quotes show empty strings, spaces at the ends and line breaks, which output on one line would hide.
  const isPlain = typeof value === 'string' && /^\S(?:[^\n\r\t]*\S)?$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}
