/** Reads the files that a user names. */
import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

import { getErrorCode } from '../error-code.ts';

/** Why a file cannot be read, without its path: `it is a folder, not a file`. */
class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** The code of the Node error; EFTYPE if it is not a regular file. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns the text of a regular file. Any other file is rejected at once: reading a FIFO would wait for a writer, and
 * reading a device may never end.
 *
 * @throws UnreadableFile
 */
export async function readInputFile(path: string): Promise<string> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const kind = describeNonRegularFile(await file.stat());
      if (kind !== undefined) throw new UnreadableFile(`it is ${kind}, not a file`, 'EFTYPE');
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UnreadableFile(describeFileProblem(error), getErrorCode(error) ?? '');
  }
}

/** Returns the kind of anything but a regular file; undefined for a regular file. */
export function describeNonRegularFile(found: Stats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** Describes a file system error without the path, which the caller names as the user wrote it. */
export function describeFileProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Removes the system call and the path, which Node appends: `, open '/file'`.
  return PROBLEMS.get(getErrorCode(error) ?? '') ?? error.message.replace(/, [a-z]+( '.*)?$/s, '');
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EEXIST', 'it already exists'],
  ['EISDIR', 'it is a folder, not a file'],
  ['ELOOP', 'too many symbolic links'],
  ['ENOENT', 'no such file or folder'],
  ['ENOTDIR', 'a file exists where a folder is expected'],
  // The result of open(2) for a socket.
  ['ENXIO', 'it is a socket or device, not a file'],
  ['EPERM', 'permission denied'],
]);
