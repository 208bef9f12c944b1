import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { Processes } from '../ports/processes.ts';
import { lowdbStore } from './lowdb.ts';
import { StoreRefused } from './store.ts';
import type { Store, Tenancy } from './store.ts';

/** What an engine is opened with. */
export interface StoreOptions {
  readonly clock: Clock;
  readonly tenancy: Tenancy;
  readonly log: Log;
  readonly files: Files;
  readonly processes: Processes;
  /** What becomes of what can't be read: the start is refused, or goes on without it. */
  readonly broken: 'refused' | 'setAside';
}

/**
 * Opens the store that a setting names: `memory`, `file:DIR`, `postgres://...`. Each engine is loaded
 * at need.
 *
 * @throws StoreRefused for one that can't be opened: broken, in use, of another version, unreachable
 */
export async function storeFor(setting: string, options: StoreOptions): Promise<Store> {
  if (setting === 'memory') return lowdbStore(options.clock, options.tenancy);
  if (setting.startsWith(FILE)) {
    const { fileStore } = await import('./file/file-store.ts');
    return fileStore(setting.slice(FILE.length), options);
  }
  throw new StoreRefused(`no engine keeps a store of the kind ${setting.replace(/:.*/, ':')}`);
}

const FILE = 'file:';
