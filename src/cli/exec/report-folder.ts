/** Writes the client report when the command has ended. */
import { resolve } from 'node:path';
import type { ClientReport } from '../../contract/client-report.gen.ts';
import type { RunningSandbox } from '../../server/listen.ts';
import { writers } from '../client-report/report.ts';
import { ensureWritable, writeOutputFile } from '../../ports/output-file.ts';
import { UsageError } from '../command/command.ts';
import { createTrafficReport } from './traffic-report.ts';
import { describeError } from '../../describe-error.ts';

const FORMATS = [
  ['json', 'json'],
  ['html', 'html'],
  ['markdown', 'md'],
  ['junit', 'xml'],
] as const;

/**
 * Creates the folder of --report-dir.
 *
 * @returns its path; undefined if none is given
 * @throws UsageError if no file can be written in it
 */
export async function prepareReportFolder(
  path: string | undefined,
  cwd: string,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const folder = resolve(cwd, path);
  await ensureWritable(folder).catch((error: Error) => {
    throw new UsageError(`--report-dir: cannot write to ${path}: ${error.message}.`);
  });
  return folder;
}

/**
 * Writes the report, and warns if the command sent no request.
 *
 * @param folder undefined if no files are requested
 * @param keptReports those of workspaces that no longer exist
 * @returns the report; null if it cannot be written, and an error is printed
 */
export async function writeTrafficReport(
  folder: string | undefined,
  { url, controlToken }: Pick<RunningSandbox, 'url' | 'controlToken'>,
  keptReports: readonly ClientReport[],
): Promise<ClientReport | null> {
  try {
    const sandbox = { url, controlToken, isThisProcess: true };
    const report = await createTrafficReport(sandbox, keptReports);
    if (report.requests === 0) process.stderr.write(NO_TRAFFIC);
    if (folder === undefined) return report;
    await Promise.all(
      FORMATS.map(([format, extension]) =>
        writeOutputFile(resolve(folder, `client-report.${extension}`), writers[format](report), {
          readers: 'all',
          existing: 'replaced',
        }),
      ),
    );
    return report;
  } catch (error) {
    const where = folder === undefined ? '' : ` to ${folder}`;
    process.stderr.write(
      `error: cannot write the client report${where}: ${describeError(error)}\n`,
    );
    return null;
  }
}

const NO_TRAFFIC =
  'warning: no request to the service reached the sandbox, so nothing was checked. Point the tests at FLAGBEARER_URL; with the test kit: connectSandbox(FLAGBEARER_URL).\n';
