/** Folders that are there afterwards. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it. Node's own `recursive` never comes back from a file system that
 * says ENOENT of a folder it won't hold, as /proc does.
 *
 * @returns the topmost that was not there before
 * @throws Error of Node where it can't be made
 */
export async function ensureDir(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await ensureOneDir(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    const topmost = await ensureDir(above, mode);
    const made = await ensureOneDir(path, mode);
    return topmost ?? made;
  }
}

async function ensureOneDir(path: string, mode?: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    throw error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
