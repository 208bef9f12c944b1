/** Returns a value of a dialect for people: a string as it is, anything else as JSON. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Quotes show spaces at the ends, and empty strings.
  const isPlain = typeof value === 'string' && value !== '' && value.trim() === value;
  return isPlain ? value : JSON.stringify(value);
}
