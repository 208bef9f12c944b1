/**
 * Files that survive a power failure. Data is durable after its file is synced; the name of a file is durable
 * after its folder is synced. All methods reject with the errors of Node.
 */
import { constants } from 'node:fs';
import { lstat, open, readdir, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureDir } from '../ensure-dir.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { readInputFile } from './input-file.ts';
import { NEW_FILE } from './output-file.ts';
import { renameFile } from './rename-file.ts';
import { createSystemProcesses } from './processes.ts';

export interface Files {
  /** Creates a folder and its parents, for the owner only. Rejects with ELOOP for a link. */
  createFolder(path: string): Promise<void>;
  /** Resolves to whether only the owner can access a file or folder. */
  isPrivate(path: string): Promise<boolean>;
  list(path: string): Promise<readonly string[]>;
  /** Resolves to the text of a regular file in UTF-8. */
  read(path: string): Promise<string>;
  /** Creates a file that only the owner can read, or replaces an existing file. Follows no link. */
  create(path: string): Promise<WritableFile>;
  /** Opens a file for appending. Follows no link. */
  open(path: string): Promise<WritableFile>;
  /** Replaces a file in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Resolves when the names in a folder are durable. */
  syncFolder(path: string): Promise<void>;
  /** Locks a folder for this process. Rejects with ELOCKED if another process has locked it. */
  lock(path: string): Promise<FolderLock>;
}

export interface WritableFile {
  size(): Promise<number>;
  /** Drops all bytes beyond a size. */
  truncate(size: number): Promise<void>;
  write(text: string): Promise<void>;
  /** Resolves when written data is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

/** Runs `write`, makes the written data durable, and closes the file, even after an error. */
export async function writeAndSync(
  opening: Promise<WritableFile>,
  write: (file: WritableFile) => Promise<void>,
): Promise<void> {
  const file = await opening;
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Replaces a file. After a crash at any moment, the old or the new file exists. (write-file-atomic does not
 * sync the folder, does not write in pieces, and follows symbolic links.)
 */
export async function replaceFile(
  files: Files,
  path: string,
  write: (file: WritableFile) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await writeAndSync(files.create(temporary), write);
    await files.rename(temporary, path);
    await files.syncFolder(dirname(path));
  } catch (error) {
    // Frees the space of the temporary file for the next attempt.
    await files.remove(temporary).catch(() => {});
    throw error;
  }
}

export const systemFiles: Files = {
  async createFolder(path) {
    await ensureDir(path, 0o700);
    if ((await lstat(path)).isSymbolicLink()) {
      throw Object.assign(new Error(`${path} is a symbolic link`), { code: 'ELOOP' });
    }
  },
  async isPrivate(path) {
    // Windows has access control lists instead, which Node does not show.
    if (process.platform === 'win32') return true;
    return ((await stat(path)).mode & 0o077) === 0;
  },
  list: (path) => readdir(path),
  read: (path) => readInputFile(path),
  async create(path) {
    await rm(path, { force: true });
    return toWritableFile(await open(path, NEW_FILE, 0o600));
  },
  async open(path) {
    const file = toWritableFile(await open(path, APPEND_FLAGS));
    // Windows refuses to truncate through a handle that can only append.
    return process.platform === 'win32'
      ? { ...file, truncate: (size) => truncate(path, size) }
      : file;
  },
  rename: (from, to) => renameFile(from, to),
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    // Windows cannot sync folders; there the file system makes names durable.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  lock: (path) => lockFolder(path, createSystemProcesses()),
};

function toWritableFile(handle: FileHandle): WritableFile {
  return {
    size: async () => (await handle.stat()).size,
    truncate: (size) => handle.truncate(size),
    // With a handle, writeFile writes the whole text at the current position and replaces nothing.
    write: (text) => handle.writeFile(text),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}
