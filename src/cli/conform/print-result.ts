import { appendFile } from 'node:fs/promises';
import { formatAnnotations } from '../../reporting/run-report/annotations.ts';
import { formatReportMarkdown } from '../../reporting/run-report/report-markdown.ts';
import type { Report } from '../../reporting/report.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { formatJson } from '../text/json-text.ts';
import { createPaint } from './paint.ts';
import { formatSummary } from './summary.ts';
import type { OutputContext } from './watched-run.ts';
import { describeError } from '../../describe-error.ts';

export async function printResult(
  report: Report,
  {
    host,
    out,
    terminalFormat,
    form,
    detail,
    reportDir,
  }: OutputContext & { readonly reportDir: string },
): Promise<void> {
  const { stop, results } = report;
  const hasResult = stop === undefined || stop.kind === 'interrupted' || results.length > 0;
  if (hasResult) {
    const paint = createPaint(out.isTTY === true ? terminalFormat.colors : 'plain');
    // Separates the summary from the lines of single checks.
    if (detail === 'verbose') out.write('\n');
    out.write(formatSummary(report, reportDir, paint));
  } else {
    host.stderr.write(`error: ${toVisibleLine(stop.message)}\n`);
  }
  if (form === 'json') host.stdout.write(formatJson(report));
  if (terminalFormat.githubActions === null) return;
  out.write(formatAnnotations(report));
  const { summaryFile } = terminalFormat.githubActions;
  if (summaryFile === null) return;
  await appendFile(summaryFile, formatReportMarkdown(report)).catch((error: unknown) => {
    host.stderr.write(`error: cannot write GITHUB_STEP_SUMMARY: ${describeError(error)}\n`);
  });
}
