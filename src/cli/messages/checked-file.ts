import type { Dialect } from '../../dialect/dialect.ts';
import { checkMessages, type MessageFinding } from '../../messages/check-messages.ts';
import { messageMap, prefixOfCodes } from '../../messages/message-map.ts';
import { UsageError } from '../usage-error.ts';
import { readMessageFile } from './message-files.ts';

/** A file of messages, and what was found in it. */
export interface CheckedFile {
  readonly file: string;
  /** Whether its text could be understood; else the findings say why not, and nothing of flags. */
  readonly state: 'understood' | 'not understood';
  readonly findings: readonly MessageFinding[];
}

export interface CheckOptions {
  readonly dialect: Dialect;
  readonly keyPrefix: string | undefined;
  readonly cwd: string;
}

/** @throws UsageError for a file that is not there, or has its flags under another prefix. */
export async function checkFile(
  file: string,
  { dialect, keyPrefix, cwd }: CheckOptions,
): Promise<CheckedFile> {
  const read = await readMessageFile(file, cwd);
  if ('findings' in read) return { file, state: 'not understood', findings: read.findings };
  const { document } = read;
  const findings = checkMessages(messageMap(document, keyPrefix), document, dialect);
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const missing = findings.filter(({ rule }) => rule === 'missing-message');
  const elsewhere = missing.length === codes.length ? prefixOfCodes(document, codes) : undefined;
  if (elsewhere !== undefined) {
    throw new UsageError(`${file} has its flags elsewhere: write --key-prefix ${elsewhere}.`);
  }
  return { file, state: 'understood', findings };
}
