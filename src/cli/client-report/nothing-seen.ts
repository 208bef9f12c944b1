import type { ClientReport } from '../../contract/client-report.gen.ts';

/** What to say of a report that has nothing to judge; undefined where calls have come. */
export function nothingSeen({ calls, workspace }: ClientReport): string | undefined {
  if (calls > 0) return undefined;
  return `No call came to the workspace ${workspace}, so nothing was judged. Calls of /w/NAME are in the report of that workspace: flagbearer client-report --workspace NAME.`;
}
