import { lowdbStore } from './lowdb.ts';
import { StoreRefused } from './store.ts';
import type { Store } from './store.ts';
import type { StoreOptions } from './store-options.ts';

/**
 * Opens the store that a setting names: `memory`, `file:DIR`, `postgres://...`. Each engine is loaded
 * at need.
 *
 * @throws StoreRefused for one that can't be opened: broken, in use, of another version, unreachable,
 * sealed with another key
 */
export async function storeFor(setting: string, options: StoreOptions): Promise<Store> {
  if (setting === 'memory') {
    if (options.key.kind === 'file') {
      throw new StoreRefused('--store-key-file: the store memory keeps nothing that it could seal');
    }
    return lowdbStore(options.clock, options.tenancy);
  }
  if (setting.startsWith(FILE)) {
    const { fileStore } = await import('./file/file-store.ts');
    return fileStore(setting.slice(FILE.length), options);
  }
  if (POSTGRES.test(setting)) {
    const { postgresStore } = await import('./postgres/postgres.ts');
    return postgresStore(setting, options);
  }
  throw new StoreRefused(`no engine keeps a store of the kind ${setting.replace(/:.*/, ':')}`);
}

const FILE = 'file:';
const POSTGRES = /^postgres(ql)?:/;
