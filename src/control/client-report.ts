import type { ClientReport } from '../contract/client-report.gen.ts';
import { getCompiledContract } from '../contract/validators.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { formatClientReportHtml } from '../reporting/client-report/client-report-html.ts';
import { formatClientReportJunit } from '../reporting/client-report/client-report-junit.ts';
import { formatClientReportMarkdown } from '../reporting/client-report/client-report-markdown.ts';
import { createClientReport } from '../traffic/client-report/client-report.ts';
import type { WorkspaceId } from '../store/store.ts';
import type { ControlServices } from './request/context.ts';
import type { ControlRequest, ControlHandlers } from './request/handler.ts';

type MediaType = ControlRequest<'getClientReport'>['mediaType'];

export const clientReportHandlers = {
  async getClientReport({ query: { format }, mediaType }, context) {
    const type = format === undefined ? mediaType : MEDIA_TYPES[format];
    const report = await readClientReport(context.services, context.workspaceId);
    if (type === 'application/json') return { status: 200, body: { ...report } };
    const now = formatTimestamp(context.services.clock.now());
    return { status: 200, mediaType: type, body: formatters[type](report, now) };
  },
} satisfies ControlHandlers;

const MEDIA_TYPES = {
  json: 'application/json',
  junit: 'application/xml',
  html: 'text/html',
  markdown: 'text/markdown',
} as const satisfies Record<string, MediaType>;

const formatters = {
  'application/xml': formatClientReportJunit,
  'text/html': formatClientReportHtml,
  'text/markdown': formatClientReportMarkdown,
};

/** Adds the report on a workspace to `earlierReports`, if this list exists, before the requests are deleted. */
export async function addEarlierReport(services: ControlServices, name: string): Promise<void> {
  if (services.earlierReports === undefined) return;
  const report = await readClientReport(services, await services.store.open(name));
  if (report.requests > 0) services.earlierReports.push(report);
}

export async function readClientReport(
  { journals, store }: ControlServices,
  workspaceId: WorkspaceId,
): Promise<ClientReport> {
  const journal = await journals.getUpdatedJournal(workspaceId);
  // The report needs all requests that have ended, also those that are still being analysed.
  await journal.observations.waitUntilComplete();
  return store.read(workspaceId, (view) =>
    createClientReport(view, journal, getCompiledContract(view.settings.dialect)),
  );
}
