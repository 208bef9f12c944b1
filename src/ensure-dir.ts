import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, without the option `recursive` of `mkdir`: with it, `mkdir` never returns in
 * a file system such as /proc, which reports ENOENT.
 *
 * @returns the topmost folder that was created; undefined if the folder existed
 * @throws the error of Node if the folder cannot be created
 */
export async function ensureDir(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await ensureOneDir(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    const topmost = await ensureDir(parent, mode);
    const created = await ensureOneDir(path, mode);
    return topmost ?? created;
  }
}

async function ensureOneDir(path: string, mode?: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    // A file with this name exists.
    throw code === 'EEXIST' ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
