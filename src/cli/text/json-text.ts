import { toVisibleJson } from '../../reporting/text/visible-text.ts';

/** Returns a value as JSON with indentation and a final line break. */
export function formatJson(value: unknown): string {
  return `${toVisibleJson(JSON.stringify(value, null, 2))}\n`;
}
