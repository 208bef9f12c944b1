import type { ListedCheck } from '../../../conformance/outcome.ts';
import { suggestOr } from '../../did-you-mean.ts';
import { UsageError } from '../command/command.ts';
import { formatJson } from '../text/json-text.ts';
import { formatColumnTable } from '../text/text-table.ts';

export function formatCheckList(checks: readonly ListedCheck[], form: 'text' | 'json'): string {
  if (form === 'json') return formatJson({ items: checks });
  const rows = checks.map(({ id, level, clause, operation, title }) => [
    [id],
    [level],
    [`§${clause}`],
    operation === null ? [] : [operation],
    [title],
  ]);
  return `${formatColumnTable(['ID', 'LEVEL', 'CLAUSE', 'OPERATION', 'TITLE'], rows)}\n`;
}

/** @throws UsageError if an entry of --only matches no check */
export function requireKnownIds(checks: readonly ListedCheck[], only: readonly string[]): void {
  const unknown = only.find((prefix) => !checks.some(({ id }) => id.startsWith(prefix)));
  if (unknown === undefined) return;
  const hint = suggestOr('See flagbearer conform --list.', unknown, listPrefixes(checks));
  throw new UsageError(`--only: no check id equals or starts with "${unknown}". ${hint}`);
}

export function filterListedChecks(
  checks: readonly ListedCheck[],
  only: readonly string[],
): readonly ListedCheck[] {
  requireKnownIds(checks, only);
  if (only.length === 0) return checks;
  return checks.filter(({ id }) => only.some((prefix) => id.startsWith(prefix)));
}

/** Returns the clauses and all longer prefixes: `4.2`, `4.2.request`, `4.2.request.missing-refused`. */
function listPrefixes(checks: readonly ListedCheck[]): ReadonlySet<string> {
  return new Set(
    checks.flatMap(({ id, clause }) => {
      const parts = id.split('.');
      const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
      return prefixes.filter((prefix) => prefix.startsWith(clause));
    }),
  );
}
