/** A client report as a page of Markdown, for the summary of a step in CI and for pull requests. */
import type { ClientReport } from '../../contract/client-report.gen.ts';
import { coverageParts } from './coverage-parts.ts';
import { code, plain, table } from '../forms/markdown-text.ts';

/** The catalogue of a dialect may have a thousand codes. */
const MAX_ITEMS = 20;

export function clientReportMarkdown(report: ClientReport): string {
  const sections = [head(report), mistakes(report), coverage(report)];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function head({ mistakes, coverage, requests, workspace }: ClientReport): string {
  const unbroken = requests > 0 ? '✅ **No mistakes' : '⚠️ **No requests, nothing was checked';
  const found = mistakes.length > 0 ? `❌ **Rules violated: ${mistakes.length}` : unbroken;
  return [
    '# Client report',
    `${found}, coverage ${coverage.percent} %.**`,
    `Workspace ${code(workspace)}, ${requests} requests.`,
  ].join('\n\n');
}

function mistakes({ mistakes }: ClientReport): string {
  if (mistakes.length === 0) return '';
  const rows = mistakes.map(({ clause, rule, count, message, hint }) => [
    `§${clause}`,
    code(rule),
    String(count),
    plain(message),
    plain(hint),
  ]);
  return ['## Mistakes', table(['clause', 'rule', 'times', 'seen', 'fix'], rows)].join('\n\n');
}

function coverage({ coverage }: ClientReport): string {
  const rows = coverageParts(coverage).map(({ title, seen, missing }) => [
    title,
    `${seen.length} of ${seen.length + missing.length}`,
    formatList(missing),
  ]);
  return ['## Coverage', table(['what', 'seen', 'missing'], rows)].join('\n\n');
}

function formatList(items: readonly string[]): string {
  const shown = items.slice(0, MAX_ITEMS).map((item) => code(item));
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
