/** Files of JSON lines. The first member of a line is the checksum of the other members. */
import { crc32 } from 'node:zlib';

import { findJsonError } from '../../documents/json-values.ts';
import { getErrorCode } from '../../error-code.ts';
import type { Files } from '../../ports/files.ts';
import { describeFileProblem } from '../../ports/input-file.ts';
import { DamagedFile } from './file-errors.ts';

/** The version of the format, in the first line of each file. */
export const FORMAT = 1;

const HEAD_LENGTH = '{"crc":"00000000",'.length;

/** Reads a file that must exist. @throws DamagedFile */
export async function readStoreFile(files: Files, path: string): Promise<string> {
  try {
    return await files.read(path);
  } catch (error) {
    const isMissing = getErrorCode(error) === 'ENOENT';
    const problem = isMissing ? 'the file is missing' : describeFileProblem(error);
    throw new DamagedFile(path, '', problem);
  }
}

export function encodeLine(content: object): string {
  const text = JSON.stringify(content);
  return `{"crc":"${computeChecksum(text)}",${text.slice(1)}\n`;
}

/** Reads a line that `encodeLine` wrote. @throws DamagedFile */
export function decodeLine(line: string, path: string, number: number): Record<string, unknown> {
  const createDamagedError = (problem: string, column = 1) =>
    new DamagedFile(path, `:${number}:${column}`, problem);
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch {
    const position = findJsonError(line);
    const endsEarly = position >= line.length;
    const problem = endsEarly ? 'the line ends too early' : 'invalid JSON from here on';
    throw createDamagedError(problem, position + 1);
  }
  const { crc, ...members }: Record<string, unknown> = { ...(content as object | null) };
  const { format = FORMAT } = members;
  if (format !== FORMAT) {
    const found = JSON.stringify(format);
    throw createDamagedError(`expected format ${FORMAT}, got ${found}`);
  }
  if (crc === undefined) throw createDamagedError('not a line of a store file: `crc` is missing');
  if (crc !== computeChecksum(`{${line.slice(HEAD_LENGTH)}`)) {
    throw createDamagedError('the line was changed after it was written: wrong checksum');
  }
  return members;
}

function computeChecksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
