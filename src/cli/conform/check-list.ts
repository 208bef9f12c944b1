import { columnTable } from '../text/text-table.ts';
import type { ListedCheck } from './runner.ts';
import { jsonText } from '../text/json-text.ts';

/** The checks as `--list` prints them. */
export function checkList(checks: readonly ListedCheck[], form: 'text' | 'json'): string {
  if (form === 'json') return jsonText({ items: checks });
  const rows = checks.map(({ id, level, clause, operation, title }) => [
    [id],
    [level],
    [`§${clause}`],
    operation === null ? [] : [operation],
    [title],
  ]);
  return `${columnTable(['ID', 'LEVEL', 'CLAUSE', 'OPERATION', 'TITLE'], rows)}\n`;
}
