import { join } from 'node:path';

import { getProperty } from '../documents/json-object.ts';
import { readInputFile } from '../ports/input-file.ts';
import { ControlRefusal } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

const REPORT_FILE = 'report.json';

export const conformReportHandlers = {
  /** GET /conform-report: reads the file each time, since another run may have replaced it. */
  async getConformReport(_request, { services: { conformReport: folder } }) {
    if (folder === undefined) {
      throw new ControlRefusal(
        'notFound',
        'No conformance report. Start the sandbox with --conform-report DIR, where DIR is the --report-dir of flagbearer conform.',
      );
    }
    const report = await readReport(folder);
    if (report !== undefined) return { status: 200, body: report };
    throw new ControlRefusal(
      'notFound',
      `The folder of --conform-report does not contain a valid ${REPORT_FILE}. Run flagbearer conform with --report-dir.`,
    );
  },
} satisfies ControlHandlers;

async function readReport(folder: string): Promise<ControlSchemas['ConformReport'] | undefined> {
  try {
    const report: unknown = JSON.parse(await readInputFile(join(folder, REPORT_FILE)));
    return isReport(report) ? report : undefined;
  } catch {
    return undefined;
  }
}

function isReport(value: unknown): value is ControlSchemas['ConformReport'] {
  return (
    getProperty(value, 'schemaVersion') === 1 &&
    typeof getProperty(value, 'target') === 'string' &&
    Array.isArray(getProperty(value, 'results'))
  );
}
