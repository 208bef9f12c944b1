/** The smallest storage engine. A store that uses this engine passes the whole test suite. */
import type { Engine, Patch, LogContents } from '../../src/store/engine.ts';

interface StoredLog {
  snapshot: StoredText;
  entries: StoredText[];
}

/** JSON of the patches that lead to a version. */
interface StoredText {
  readonly version: number;
  readonly text: string;
}

export type StoredLogs = Map<string, StoredLog>;

/** Creates an engine. The logs remain after the engine is closed, like files. */
export function createSmallestEngine(logs: StoredLogs): Engine {
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

    async read(versions) {
      const contents = new Map<string, LogContents>();
      for (const [log, version] of versions) {
        const stored = logs.get(log);
        if (stored !== undefined) contents.set(log, readAfter(version, stored));
      }
      return contents;
    },

    async save(log, snapshot) {
      if (snapshot === null) {
        logs.delete(log);
        return 0;
      }
      const entries = logs.get(log)?.entries ?? [];
      const stored = { version: snapshot.version, text: JSON.stringify([...snapshot.patches]) };
      const laterEntries = entries.filter((entry) => entry.version > snapshot.version);
      logs.set(log, { snapshot: stored, entries: laterEntries });
      return stored.text.length;
    },

    listLogs: async () => [...logs.keys()],
    checkHealth: async () => ({ engine: 'memory', status: 'ok' }),
    close: async () => {},
  };
}

function readAfter(version: number, { snapshot, entries }: StoredLog): LogContents {
  const contents = {
    entries: entries.filter((entry) => entry.version > version).map(parse),
    bytes: { entries: 0, snapshot: snapshot.text.length },
  };
  return snapshot.version > version ? { ...contents, snapshot: parse(snapshot) } : contents;
}

function parse({ version, text }: StoredText): { version: number; patches: Patch[] } {
  return { version, patches: JSON.parse(text) as Patch[] };
}
