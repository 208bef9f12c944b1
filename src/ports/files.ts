/**
 * Files that outlast a power failure: what was written is there for good when its file is synced,
 * and under its name when its folder is. All methods reject with the errors of Node.
 */
import { link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { makeFolders } from '../made-folders.ts';

export interface Files {
  /** Makes a folder, and those above it, which nobody but the owner can look into. */
  makeFolder(path: string): Promise<void>;
  /** Names of what is in a folder. */
  list(path: string): Promise<readonly string[]>;
  /** The text of a file, which is UTF-8. */
  read(path: string): Promise<string>;
  /** Makes a file that nobody but the owner can read, or empties the one that is there. */
  create(path: string): Promise<WritableFile>;
  /** Puts a file in the place of another in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name. Rejects with EEXIST where there is something of that name. */
  link(from: string, to: string): Promise<void>;
  /** Removes a file; one that is not there is removed already. */
  remove(path: string): Promise<void>;
  /** Resolves when the names in a folder are there for good. */
  syncFolder(path: string): Promise<void>;
  /** Tells a folder from another that takes its place. */
  identityOf(path: string): Promise<string>;
}

export interface WritableFile {
  write(text: string): Promise<void>;
  /** Resolves when what was written is there for good. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The files of the machine. */
export const systemFiles: Files = {
  async makeFolder(path) {
    await makeFolders(path, 0o700);
  },
  list: (path) => readdir(path),
  read: (path) => readFile(path, 'utf8'),
  async create(path) {
    const file = await open(path, 'w', 0o600);
    return {
      write: (text) => file.writeFile(text),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    // Windows has no such thing: there the file system keeps names by itself.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  async identityOf(path) {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  },
};
