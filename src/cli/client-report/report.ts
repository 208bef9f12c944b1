import type { ClientReport } from '../../contract/client-report.gen.ts';
import { getProperty, tryParseJson } from '../../documents/json-object.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { systemClock } from '../../ports/clock.ts';
import { formatClientReportHtml } from '../../reporting/client-report/client-report-html.ts';
import { formatClientReportJunit } from '../../reporting/client-report/client-report-junit.ts';
import { formatClientReportMarkdown } from '../../reporting/client-report/client-report-markdown.ts';
import { UnreachableError } from '../command/command.ts';
import { formatJson } from '../text/json-text.ts';

/** Parses a client report. @throws UnreachableError for another format version */
export function parseReport(text: string, url: string): ClientReport {
  const report = tryParseJson(text);
  // A report with this version matches the schema that generates the type.
  if (getProperty(report, 'schemaVersion') === 1) return report as ClientReport;
  throw new UnreachableError(
    `${url}: the client report has an unknown format. Use the same flagbearer version as the sandbox.`,
  );
}

export const formatters = {
  markdown: formatClientReportMarkdown,
  html: formatClientReportHtml,
  junit: (report) => formatClientReportJunit(report, formatTimestamp(systemClock.now())),
  json: (report) => formatJson(report),
} satisfies Record<string, (report: ClientReport) => string>;
