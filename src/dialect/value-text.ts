/** A value of a dialect as people read it: a text as it is, everything else as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Blanks at an end, and an empty text, are seen between quotes only.
  const isPlain = typeof value === 'string' && value !== '' && value.trim() === value;
  return isPlain ? value : JSON.stringify(value);
}
