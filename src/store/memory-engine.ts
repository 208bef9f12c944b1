import { Low, Memory } from 'lowdb';

import { Conflict, type Engine, type LogContents, type Snapshot } from './engine.ts';

/** Creates the default engine: the latest state of each log in a document of lowdb, without entries. */
export function createMemoryEngine(): Engine {
  // A preset of lowdb would choose the adapter by NODE_ENV.
  const database = new Low(new Memory<Map<string, Snapshot>>(), new Map<string, Snapshot>());
  const { data: logs } = database;
  const put = async (log: string, snapshot: Snapshot): Promise<number> => {
    logs.set(log, snapshot);
    await database.write();
    return 0;
  };
  return {
    name: 'memory',
    async append(log, _entries, state) {
      if (!logs.has(log)) throw new Conflict();
      return put(log, state);
    },
    async read(versions) {
      const found = new Map<string, LogContents>();
      for (const [log, version] of versions) {
        const snapshot = logs.get(log);
        if (snapshot === undefined || snapshot.version <= version) continue;
        found.set(log, { snapshot, entries: [], bytes: { entries: 0, snapshot: 0 } });
      }
      return found;
    },
    async save(log, snapshot) {
      if (snapshot !== null) return put(log, snapshot);
      logs.delete(log);
      return 0;
    },
    listLogs: async () => [...logs.keys()],
    checkHealth: async () => ({ engine: 'memory', status: 'ok' }),
    close: () => database.write(),
  };
}
