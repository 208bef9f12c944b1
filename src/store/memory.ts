import type { Engine, Read, Snapshot } from './engine.ts';
import { memoryDocument } from './lowdb.ts';

const NO_BYTES = { entries: 0, snapshot: 0 };

/**
 * The default engine: what each log has come to, as it is, in a document of lowdb. Entries are not
 * stored.
 */
export function memoryEngine(): Engine {
  const database = memoryDocument(new Map<string, Snapshot>());
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
