import { isDeepStrictEqual } from 'node:util';
import type { DialectDocument } from '../../dialect/dialect.ts';
import { readInputFile } from '../../ports/input-file.ts';
import { createReportHar } from '../../reporting/forms/har.ts';
import { formatReportHtml } from '../../reporting/run-report/report-html.ts';
import { formatReportJunit } from '../../reporting/run-report/report-junit.ts';
import { formatReportMarkdown } from '../../reporting/run-report/report-markdown.ts';
import { createReportSarif } from '../../reporting/run-report/report-sarif.ts';
import { filterByVerdict, type Report } from '../../reporting/report.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { formatJson } from '../text/json-text.ts';
import type { Baseline } from './baseline.ts';

/** Returns, by file name, a function that formats the report: if one fails, the other files are still written. */
export function createReportFormatters(report: Report): ReadonlyMap<string, () => Promise<string>> {
  return new Map([
    ['report.json', async () => formatJson(report)],
    ['junit.xml', async () => formatReportJunit(report)],
    ['report.html', async () => formatReportHtml(report)],
    ['summary.md', async () => formatReportMarkdown(report)],
    ['report.sarif', async () => formatJson(createReportSarif(report))],
    ['report.har', async () => formatJson(createReportHar(report))],
    // The proxy does not detect a dialect.
    ...(report.command === 'proxy'
      ? []
      : [['dialect.yaml', () => formatDialectYaml(report)] as const]),
  ]);
}

/** Returns the detected dialect, for `flagbearer start --dialect`. */
export async function formatDialectYaml({ dialect, target, startedAt }: Report): Promise<string> {
  const [{ loadDialect }, { hashDialect }] = await Promise.all([
    import('../../dialect/load.ts'),
    import('../../contract/validators.ts'),
  ]);
  const loaded = await loadDialect(dialect);
  const origin =
    'dialect' in loaded
      ? { origin: { target, date: startedAt, hash: hashDialect(loaded.dialect) } }
      : {};
  const { stringify } = await import('../../documents/yaml-writer.ts');
  const head = toVisibleLine(`# Detected by flagbearer conform at ${target} on ${startedAt}.`);
  return `${head}\n${stringify({ ...dialect, ...origin }, { aliasDuplicateObjects: false })}`;
}

/** Returns a baseline with the failed checks. Reasons are copied from the previous baseline. */
export async function formatBaselineYaml(
  report: Report,
  baseline: Baseline | null,
): Promise<string> {
  const { stringify } = await import('../../documents/yaml-writer.ts');
  const known = filterByVerdict(report, 'fail').map(({ id, reason }) => ({
    id,
    reason: baseline?.get(id) ?? reason,
  }));
  return stringify({ version: 1, known });
}

/**
 * Returns whether a file already contains the dialect of a run; evidence and date are ignored. Such a file is
 * not written again: a scheduled run changes the file only if the deployment changed.
 */
export async function containsDialect(path: string, report: Report): Promise<boolean> {
  const text = await readInputFile(path).catch(() => undefined);
  if (text === undefined) return false;
  const { loadDialectDocument } = await import('../../dialect/load.ts');
  const [saved, current] = await Promise.all([
    loadDialectDocument(text, path),
    loadDialectDocument(report.dialect),
  ]);
  if ('findings' in saved || 'findings' in current) return false;
  return (
    saved.document.origin?.target === report.target &&
    isDeepStrictEqual(saved.dialect, current.dialect) &&
    isDeepStrictEqual(listUnknown(saved.document), listUnknown(current.document))
  );
}

function listUnknown({ unknown = [] }: DialectDocument): readonly string[] {
  return unknown.toSorted();
}
