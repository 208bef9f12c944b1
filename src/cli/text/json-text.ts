/** A value as JSON that people can read, with the end of the last line. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
