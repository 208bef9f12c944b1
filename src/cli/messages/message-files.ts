/** The message files of a client. */
import { readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileProblem, readInputFile } from '../../ports/input-file.ts';
import { UsageError } from '../command/usage-error.ts';
import { reasonOf } from '../text/reason-of.ts';

/** `.arb` is JSON (Application Resource Bundle). */
const ENDINGS = ['.json', '.yaml', '.yml', '.arb', '.properties'];

/**
 * The files of a folder that has one for each locale, by name.
 *
 * @throws UsageError if the folder is missing or empty
 */
export async function localeFiles(folder: string, cwd: string): Promise<readonly string[]> {
  const names = await readdir(resolve(cwd, folder)).catch((error: unknown) => {
    throw new UsageError(`--locale-dir: cannot read ${folder}: ${fileProblem(error)}.`);
  });
  const files = names.filter((name) => ENDINGS.includes(extname(name))).toSorted();
  if (files.length > 0) return files.map((name) => join(folder, name));
  throw new UsageError(
    `--locale-dir: ${folder} contains no file with the extension ${ENDINGS.join(', ')}.`,
  );
}

/** @throws UsageError for a file that can't be read */
export function readMessageFile(file: string, cwd: string): Promise<string> {
  return readInputFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}.`);
  });
}
