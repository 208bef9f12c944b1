/**
 * Writes files for a user. Follows no symbolic link: in a folder that others can write to, a link could
 * lead to another file of the user.
 */
import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { lstat, open, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ensureDir } from '../ensure-dir.ts';
import { getErrorCode } from '../error-code.ts';
import { describeFileProblem, describeNonRegularFile } from './input-file.ts';
import { renameFile } from './rename-file.ts';

/** Flags of open(2) for a file that must not exist, not even as a dangling link. */
export const NEW_FILE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface OutputOptions {
  /** Who may read the file: `owner` for a file with secrets. */
  readonly readers: 'all' | 'owner';
  /** Whether an existing file is replaced. Otherwise the write is rejected. */
  readonly overwrite: boolean;
}

/** Thrown if a file cannot be written. The message is the reason, without the path; `code` is the code of Node. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Writes the whole file, or nothing. A link to a file is replaced. @throws UnwritableFile */
export async function writeOutputFile(
  path: string,
  text: string,
  { readers, overwrite }: OutputOptions,
): Promise<void> {
  // Without `overwrite`, no temporary file is used, since its rename would replace an existing file.
  const writtenPath = overwrite ? `${path}.${randomBytes(8).toString('hex')}.tmp` : path;
  try {
    await requireReplaceable(path);
    const file = await open(writtenPath, NEW_FILE, readers === 'owner' ? 0o600 : 0o666);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(writtenPath, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    if (overwrite) await renameOrRemove(writtenPath, path);
  } catch (error) {
    throw createUnwritableError(error);
  }
}

/** Creates the folder if it is missing. @throws UnwritableFile if no file can be written in it */
export async function ensureWritable(folder: string): Promise<void> {
  const testFile = `${folder}/.flagbearer-${randomBytes(8).toString('hex')}.tmp`;
  try {
    await ensureDir(folder);
    const file = await open(testFile, NEW_FILE);
    await file.close();
    await rm(testFile, { force: true });
  } catch (error) {
    throw createUnwritableError(error);
  }
}

/** Opens a stream to a file, and replaces an existing file. */
export function openOutputStream(path: string): WriteStream {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is a directory: the stream fails with EEXIST.
  }
  return createWriteStream(path, { flags: 'wx' });
}

/**
 * Rejects folders, devices such as /dev/null, and links to them: a rename would replace them.
 *
 * @throws UnwritableFile
 */
export async function requireReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  const isLink = found.isSymbolicLink();
  const real = isLink ? await stat(path).catch(() => undefined) : found;
  // /dev/stdout can link to a regular file, but must not be replaced.
  const isDevicePath = isLink && resolve(path).startsWith('/dev/');
  const kind = isDevicePath ? 'a device' : real && describeNonRegularFile(real);
  if (kind !== undefined) throw new UnwritableFile(`it is ${kind}, not a file`);
}

async function renameOrRemove(from: string, to: string): Promise<void> {
  try {
    await renameFile(from, to);
  } catch (error) {
    await rm(from, { force: true });
    throw error;
  }
}

function createUnwritableError(error: unknown): UnwritableFile {
  if (error instanceof UnwritableFile) return error;
  const code = getErrorCode(error);
  const reason = code === 'ENOENT' ? 'its folder does not exist' : describeFileProblem(error);
  return new UnwritableFile(reason, code);
}
