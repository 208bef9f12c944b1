import type { ClientReport } from '../../contract/client-report.gen.ts';

/** The warning about a report without requests; undefined for one that has some. */
export function noRequestsWarning({ requests, workspace }: ClientReport): string | undefined {
  if (requests > 0) return undefined;
  return `warning: no request reached the workspace ${workspace}, so nothing was checked. Requests to /w/NAME are in the report of that workspace: flagbearer client-report --workspace NAME.`;
}
