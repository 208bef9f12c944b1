/** The minimal engine, in memory: all other behaviour of the suite is implemented above engines. */
import type { Engine, Entry, Patch, LogContents, Snapshot } from '../../src/store/engine.ts';

interface StoredLog {
  snapshot: { readonly version: number; readonly text: string };
  entries: { readonly version: number; readonly text: string }[];
}

/** @param logs outlive the engine, as on a disk */
export function createSmallestEngine(logs: Map<string, StoredLog>): Engine {
  const findLog = (log: string): StoredLog => {
    const stored = logs.get(log);
    if (stored === undefined) throw new Error(`no log ${log}`);
    return stored;
  };

  return {
    name: 'memory',

    async append(log, entries) {
      const texts = entries.map((entry) => ({
        version: entry.version,
        text: JSON.stringify(entry.patches),
      }));
      findLog(log).entries.push(...texts);
      return texts.reduce((bytes, { text }) => bytes + text.length, 0);
    },

    async read(after) {
      const reads = new Map<string, LogContents>();
      for (const [log, version] of after) {
        const stored = logs.get(log);
        if (stored !== undefined) reads.set(log, readOf(stored, version));
      }
      return reads;
    },

    async save(log, snapshot) {
      if (snapshot === null) {
        logs.delete(log);
        return 0;
      }
      const entries = logs.get(log)?.entries ?? [];
      const stored = { version: snapshot.version, text: JSON.stringify([...snapshot.patches]) };
      const later = entries.filter((entry) => entry.version > snapshot.version);
      logs.set(log, { snapshot: stored, entries: later });
      return stored.text.length;
    },

    listLogs: async () => [...logs.keys()],
    health: async () => ({ engine: 'memory', status: 'ok' }),
    close: async () => {},
  };
}

function readOf({ snapshot, entries }: StoredLog, after: number): LogContents {
  const later = entries
    .filter(({ version }) => version > after)
    .map(({ version, text }): Entry => ({ version, patches: JSON.parse(text) as Patch[] }));
  const whole: Snapshot = {
    version: snapshot.version,
    patches: JSON.parse(snapshot.text) as Patch[],
  };
  const bytes = { entries: 0, snapshot: snapshot.text.length };
  return { entries: later, bytes, ...(snapshot.version > after ? { snapshot: whole } : {}) };
}

export type StoredLogs = Map<string, StoredLog>;
