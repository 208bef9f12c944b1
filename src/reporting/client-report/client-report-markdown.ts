/** A client report as a page of Markdown, for the summary of a step in CI and for pull requests. */
import type { ClientReport } from '../../contract/client-report.gen.ts';
import { pluralize } from '../../pluralize.ts';
import { formatCode, formatMessage, formatTable } from '../forms/markdown-text.ts';
import { listCoverageParts } from './coverage-parts.ts';

/** Maximum number of items in a list: the catalogue of a dialect may have a thousand codes. */
const MAX_ITEMS = 20;

export function formatClientReportMarkdown(report: ClientReport): string {
  const sections = [formatHead(report), formatMistakes(report), formatCoverage(report)];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function formatHead(report: ClientReport): string {
  const { coverage, requests, workspace } = report;
  const { sign, outcome } = describeOutcome(report);
  return [
    '# Client report',
    `${sign} **${outcome}, coverage ${coverage.percent} %.**`,
    `Workspace ${formatCode(workspace)}, ${pluralize(requests, 'request')}.`,
  ].join('\n\n');
}

function describeOutcome({ mistakes, requests }: ClientReport) {
  if (mistakes.length > 0) return { sign: '❌', outcome: `Rules violated: ${mistakes.length}` };
  return requests > 0
    ? { sign: '✅', outcome: 'No mistakes' }
    : { sign: '⚠️', outcome: 'No requests, nothing was checked' };
}

function formatMistakes({ mistakes }: ClientReport): string {
  if (mistakes.length === 0) return '';
  const rows = mistakes.map(({ clause, rule, count, message, hint }) => [
    `§${clause}`,
    formatCode(rule),
    String(count),
    formatMessage(message),
    formatMessage(hint),
  ]);
  return ['## Mistakes', formatTable(['clause', 'rule', 'times', 'message', 'fix'], rows)].join(
    '\n\n',
  );
}

function formatCoverage({ coverage }: ClientReport): string {
  const rows = listCoverageParts(coverage).map(({ title, seen, missing }) => [
    title,
    `${seen.length} of ${seen.length + missing.length}`,
    formatList(missing),
  ]);
  return ['## Coverage', formatTable(['what', 'seen', 'missing'], rows)].join('\n\n');
}

function formatList(items: readonly string[]): string {
  const listed = items.slice(0, MAX_ITEMS).map((item) => formatCode(item));
  const more = items.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
