import type { Dialect } from '../../dialect/dialect.ts';
import { checkMessageText } from '../../messages/check-text.ts';
import type { CheckedText } from '../../messages/check-text.ts';
import { UsageError } from '../command/usage-error.ts';
import { readMessageFile } from './message-files.ts';

/** A file of messages, and what was found in it. */
export interface CheckedFile extends Omit<CheckedText, 'elsewhere'> {
  readonly file: string;
}

export interface CheckOptions {
  readonly dialect: Dialect;
  readonly keyPrefix: string | undefined;
  readonly cwd: string;
}

/** @throws UsageError if the file is missing, or has its flags under another prefix. */
export async function checkFile(
  file: string,
  { dialect, keyPrefix, cwd }: CheckOptions,
): Promise<CheckedFile> {
  const text = await readMessageFile(file, cwd);
  const { elsewhere, ...checked } = await checkMessageText(text, { dialect, file, keyPrefix });
  if (elsewhere === undefined) return { file, ...checked };
  throw new UsageError(
    `${file}: the flag codes are under another key. Use --key-prefix ${elsewhere}.`,
  );
}
