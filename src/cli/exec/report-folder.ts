/** The client report as files, once the command has ended. */
import { resolve } from 'node:path';
import type { RunningSandbox } from '../../server/listen.ts';
import { nothingSeen } from '../client-report/nothing-seen.ts';
import { reportIn } from '../client-report/received-report.ts';
import { writers } from '../client-report/writers.ts';
import { makeWritable, writeWhole } from '../atomic-file.ts';
import { textOf } from '../command/option-value.ts';
import { askSandbox } from '../sandbox-connection.ts';
import { UsageError } from '../command/usage-error.ts';
import { reportDir } from './report-dir.ts';
import type { Flags } from '../../config.ts';
import { reasonOf } from '../text/reason-of.ts';

const ENDINGS = { json: 'json', html: 'html', markdown: 'md', junit: 'xml' } as const;
const FORMATS = ['json', 'html', 'markdown', 'junit'] as const;

/** @throws UsageError where no file can be written in it; undefined where none is asked for */
export async function reportFolder(flags: Flags, cwd: string): Promise<string | undefined> {
  const given = textOf(reportDir, flags);
  if (given === undefined) return undefined;
  const folder = resolve(cwd, given);
  await makeWritable(folder).catch((error: Error) => {
    throw new UsageError(`--${reportDir.flag}: ${given} can't be written to: ${error.message}.`);
  });
  return folder;
}

/** The exit code is that of the command, so what goes wrong here is only told. */
export async function writeReports(
  folder: string,
  { url, controlToken }: Pick<RunningSandbox, 'url' | 'controlToken'>,
): Promise<void> {
  try {
    const address = { url, controlToken };
    const report = reportIn(await askSandbox(address, '/client-report', 'application/json'), url);
    await Promise.all(
      FORMATS.map((format) =>
        writeWhole(resolve(folder, `client-report.${ENDINGS[format]}`), writers[format](report)),
      ),
    );
    const unseen = nothingSeen(report);
    if (unseen !== undefined) process.stderr.write(`exec: ${unseen}\n`);
  } catch (error) {
    process.stderr.write(`exec: the client report can't be written: ${reasonOf(error)}\n`);
  }
}
