import type { ClientReport } from '../../contract/client-report.gen.ts';
import { timestampOf } from '../../domain/clock.ts';
import { systemClock } from '../../ports/clock.ts';
import { clientReportHtml } from '../../reporting/client-report/client-report-html.ts';
import { clientReportJunit } from '../../reporting/client-report/client-report-junit.ts';
import { clientReportMarkdown } from '../../reporting/client-report/client-report-markdown.ts';
import { jsonText } from '../text/json-text.ts';

/** The report in each of its forms. */
export const writers = {
  markdown: clientReportMarkdown,
  html: clientReportHtml,
  junit: (report) => clientReportJunit(report, timestampOf(systemClock.now())),
  json: (report) => jsonText(report),
} satisfies Record<string, (report: ClientReport) => string>;
