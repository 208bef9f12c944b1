/** The client report as files, once the command has ended. */
import { resolve } from 'node:path';
import type { RunningSandbox } from '../../server/listen.ts';
import { writers } from '../client-report/writers.ts';
import { ensureWritable, writeOutputFile } from '../../ports/output-file.ts';
import { textOf } from '../command/option-value.ts';
import { UsageError } from '../command/usage-error.ts';
import { trafficReport } from './observed-traffic.ts';
import { reportDir } from './report-dir.ts';
import type { Flags } from '../../config.ts';
import { reasonOf } from '../text/reason-of.ts';

const ENDINGS = { json: 'json', html: 'html', markdown: 'md', junit: 'xml' } as const;
const REPORT = { readers: 'all', existing: 'replaced' } as const;
const FORMATS = ['json', 'html', 'markdown', 'junit'] as const;

/**
 * @returns undefined if none is requested
 * @throws UsageError if no file can be written in it
 */
export async function reportFolder(flags: Flags, cwd: string): Promise<string | undefined> {
  const given = textOf(reportDir, flags);
  if (given === undefined) return undefined;
  const folder = resolve(cwd, given);
  await ensureWritable(folder).catch((error: Error) => {
    throw new UsageError(`--${reportDir.flag}: cannot write to ${given}: ${error.message}.`);
  });
  return folder;
}

/**
 * Writes the report, and warns if the command sent no request.
 *
 * @param folder undefined if no files are requested
 * @returns whether the report was written; an error is printed
 */
export async function reportTraffic(
  folder: string | undefined,
  { url, controlToken }: Pick<RunningSandbox, 'url' | 'controlToken'>,
): Promise<boolean> {
  try {
    const report = await trafficReport({ url, controlToken, isOwn: true });
    if (report.requests === 0) process.stderr.write(NO_TRAFFIC);
    if (folder === undefined) return true;
    await Promise.all(
      FORMATS.map((format) =>
        writeOutputFile(
          resolve(folder, `client-report.${ENDINGS[format]}`),
          writers[format](report),
          REPORT,
        ),
      ),
    );
    return true;
  } catch (error) {
    const where = folder === undefined ? '' : ` to ${folder}`;
    process.stderr.write(`error: cannot write the client report${where}: ${reasonOf(error)}\n`);
    return false;
  }
}

const NO_TRAFFIC =
  'warning: no request reached the sandbox, so nothing was checked. Point the tests at FLAGBEARER_URL; with the test kit: connectSandbox(FLAGBEARER_URL).\n';
