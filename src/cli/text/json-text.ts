import { visibleJson } from '../../reporting/words/visible-text.ts';

/** A value as JSON that people can read, with the end of the last line. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}
