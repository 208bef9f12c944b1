import { rename } from 'node:fs/promises';

import { getErrorCode } from '../error-code.ts';
import { sleep } from './real-timers.ts';

/** Milliseconds between attempts; together about a second. */
const PAUSES = [10, 20, 50, 100, 200, 300, 300];
const IN_USE = new Set(['EACCES', 'EBUSY', 'EPERM']);

/**
 * Moves a file, and atomically replaces an existing file at the new path. On Windows, this fails while
 * another program, such as a virus scanner, has a file open; then the rename is repeated.
 *
 * @param system the functions of Node and the platform; for tests
 * @throws the error of Node
 */
export async function renameFile(
  from: string,
  to: string,
  system: { readonly rename: typeof rename; readonly platform: NodeJS.Platform } = {
    rename,
    platform: process.platform,
  },
): Promise<void> {
  const pauses = system.platform === 'win32' ? PAUSES : [];
  for (const pause of pauses) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!IN_USE.has(getErrorCode(error) ?? '')) throw error;
      await sleep(pause);
    }
  }
  return system.rename(from, to);
}
