import { resolve } from 'node:path';

import { lowdbOf } from '../lowdb.ts';
import { MemoryStore } from '../memory.ts';
import type { StoreOptions } from '../store-options.ts';
import type { Store } from '../store.ts';
import { FolderKeeper } from './folder-keeper.ts';
import { openFolder } from './open-folder.ts';

/**
 * The store `file:DIR`: all in memory, and all of it in a folder that this process alone writes. An
 * answer waits until what it tells is there for good.
 *
 * @throws StoreRefused where the folder is in use, can't be written, or holds what can't be read
 */
export async function fileStore(path: string, options: StoreOptions): Promise<Store> {
  const { clock, tenancy, log } = options;
  const opened = await openFolder(resolve(path), options);
  return new MemoryStore(await FolderKeeper.over(opened, lowdbOf, log), clock, tenancy);
}
