import { Low, Memory } from 'lowdb';

import type { Clock } from '../ports/clock.ts';
import type { Engine, Read, Snapshot } from './engine.ts';
import { LogStore } from './log-store.ts';
import type { Store, Tenancy } from './store.ts';

const UNLIMITED: Tenancy = { permanent: 'default', limit: Infinity, unusedFor: null };
const NO_BYTES = { entries: 0, snapshot: 0 };

/**
 * Opens the default store, which lasts as long as the process.
 *
 * @param tenancy without it, any number of workspaces for ever
 */
export function memoryStore(clock: Clock, tenancy: Tenancy = UNLIMITED): Promise<Store> {
  return LogStore.open(memoryEngine(), { clock, tenancy });
}

/** Keeps the latest state of each log in a document of lowdb. Entries are not stored. */
export function memoryEngine(): Engine {
  // The adapter is named: the presets of lowdb choose one by NODE_ENV.
  const database = new Low(new Memory<Map<string, Snapshot>>(), new Map<string, Snapshot>());
  const { data: logs } = database;
  const put = async (log: string, snapshot: Snapshot): Promise<number> => {
    logs.set(log, snapshot);
    await database.write();
    return 0;
  };
  return {
    name: 'memory',
    append: (log, _entries, after) => put(log, after),
    async read(after) {
      const found = new Map<string, Read>();
      for (const [log, version] of after) {
        const snapshot = logs.get(log);
        if (snapshot === undefined || snapshot.version <= version) continue;
        found.set(log, { snapshot, entries: [], bytes: NO_BYTES });
      }
      return found;
    },
    async save(log, snapshot) {
      if (snapshot !== null) return put(log, snapshot);
      logs.delete(log);
      return 0;
    },
    logs: async () => [...logs.keys()],
    health: async () => ({ engine: 'memory', status: 'ok' }),
    close: () => database.write(),
  };
}
