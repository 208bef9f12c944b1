import type { ClientReport } from '../../contract/client-report.gen.ts';
import { UnreachableError } from '../command/unreachable-error.ts';

/** @throws UnreachableError for what no sandbox of this version has sent */
export function reportIn(text: string, url: string): ClientReport {
  const report: unknown = parsed(text);
  if (typeof report === 'object' && report !== null && 'schemaVersion' in report) {
    // A sandbox of the same format version responds according to its schema.
    if (report.schemaVersion === 1) return report as ClientReport;
  }
  throw new UnreachableError(
    `${url}: the client report has an unknown format. Use the same flagbearer version as the sandbox.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
