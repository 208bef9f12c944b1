import { readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.ts';
import type { CheckedText } from '../../messages/check-messages.ts';
import { describeFileProblem, readInputFile } from '../../ports/input-file.ts';
import { UsageError } from '../command/command.ts';
import { describeError } from '../../describe-error.ts';

/** `.arb` is JSON (Application Resource Bundle). */
const EXTENSIONS = ['.json', '.yaml', '.yml', '.arb', '.properties'];

export async function listLocales(folder: string, cwd: string): Promise<readonly string[]> {
  const names = await readdir(resolve(cwd, folder)).catch((error: unknown) => {
    throw new UsageError(`--locale-dir: cannot read ${folder}: ${describeFileProblem(error)}.`);
  });
  const files = names.filter((name) => EXTENSIONS.includes(extname(name).toLowerCase())).toSorted();
  if (files.length > 0) return files.map((name) => join(folder, name));
  throw new UsageError(
    `--locale-dir: expected a file with the extension ${EXTENSIONS.join(', ')} in ${folder}, got none.`,
  );
}

export interface CheckedFile extends Omit<CheckedText, 'foundPrefix'> {
  readonly file: string;
}

export async function checkFile(
  file: string,
  options: { readonly dialect: Dialect; readonly keyPrefix: string | undefined },
  cwd: string,
): Promise<CheckedFile> {
  const extension = extname(file);
  if (extension !== '' && !EXTENSIONS.includes(extension.toLowerCase())) {
    throw new UsageError(
      `${file}: unsupported extension ${extension}. Convert the messages to one of ${EXTENSIONS.join(', ')}.`,
    );
  }
  const text = await readInputFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${describeError(error)}.`);
  });
  const { checkMessageText } = await import('../../messages/check-messages.ts');
  const { foundPrefix, ...checked } = await checkMessageText(text, { ...options, file });
  if (foundPrefix === undefined) return { file, ...checked };
  throw new UsageError(
    `${file}: the flag codes are under the key ${foundPrefix}. Add --key-prefix ${foundPrefix}.`,
  );
}
