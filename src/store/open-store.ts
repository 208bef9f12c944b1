import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Engine } from './engine.ts';
import { LogStore, type LogStoreOptions } from './log-store.ts';
import { createMemoryEngine } from './memory-engine.ts';
import { StartError } from '../start-error.ts';
import type { Store } from './store.ts';

export interface StoreOptions extends LogStoreOptions {
  readonly log: Log;
  readonly pauses: Pauses;
  readonly files: Files;
}

/**
 * Opens the store that a setting names: `memory`, `file:DIR`, `postgres://...`.
 *
 * @throws StartError for a store that is damaged, in use, of another format or unreachable
 */
export async function openStore(setting: string, options: StoreOptions): Promise<Store> {
  const engine = await openEngine(setting, options);
  try {
    return await LogStore.open(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Opens the engine. Its code is imported only if it is used. */
async function openEngine(setting: string, options: StoreOptions): Promise<Engine> {
  if (setting === 'memory') return createMemoryEngine();
  if (setting.startsWith(FILE) && setting !== FILE) {
    const { openFileEngine } = await import('./file/file-engine.ts');
    return openFileEngine(setting.slice(FILE.length), options);
  }
  if (POSTGRES.test(setting)) {
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
    return openPostgresEngine(setting, options);
  }
  throw new StartError(
    `unknown store ${setting.replace(/:.*/, ':')}; expected memory, file:DIR or postgres://USER:PASSWORD@HOST/DATABASE`,
  );
}

const FILE = 'file:';
const POSTGRES = /^postgres(ql)?:/;
