import { dirname } from 'node:path';

import type { Files } from '../../ports/files.ts';

/** The ending of what is still being written; no workspace and no hash has it. */
export const UNFINISHED = '.tmp';

/**
 * Replaces a file as a whole: after a crash at any moment, the one before or the new one is there.
 * When it resolves, the new one is there for good.
 */
export async function writeWhole(files: Files, path: string, text: string): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    const file = await files.create(unfinished);
    try {
      await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await files.rename(unfinished, path);
  } catch (error) {
    // It may take the room that the next try needs. Where even that fails, the first reason counts.
    await files.remove(unfinished).catch(() => {});
    throw error;
  }
  await files.syncFolder(dirname(path));
}
