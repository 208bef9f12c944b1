import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. (The option `recursive` of Node never returns if a file system, such as
 * /proc, reports ENOENT for a folder that it cannot create.)
 *
 * @returns the topmost folder that was created, if any
 * @throws the error of Node if it cannot be created
 */
export async function ensureDir(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await ensureOneDir(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    const topmost = await ensureDir(above, mode);
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
    // Something other than a folder has the name.
    throw code === 'EEXIST' ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
