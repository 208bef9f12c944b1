import { visibleJson } from '../../reporting/text/visible-text.ts';

/** Returns a value as JSON with indentation and a final line break. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}
