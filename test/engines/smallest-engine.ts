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
  const findLog = (name: string): StoredLog => {
    const log = logs.get(name);
    if (log === undefined) throw new Error(`no log ${name}`);
    return log;
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
      for (const [name, version] of versions) {
        const log = logs.get(name);
        if (log !== undefined) contents.set(name, readAfter(version, log));
      }
      return contents;
    },

    async save(name, snapshot) {
      if (snapshot === null) {
        logs.delete(name);
        return 0;
      }
      const { version, patches } = snapshot;
      const text = JSON.stringify([...patches]);
      const entries = logs.get(name)?.entries.filter((entry) => entry.version > version) ?? [];
      logs.set(name, { snapshot: { version, text }, entries });
      return text.length;
    },

    listLogs: async () => [...logs.keys()],
    checkHealth: async () => ({ engine: 'memory', status: 'ok' }),
    close: async () => {},
  };
}

function readAfter(version: number, { snapshot, entries }: StoredLog): LogContents {
  const newer = entries.filter((entry) => entry.version > version);
  const length = newer.reduce((sum, { text }) => sum + text.length, 0);
  const contents = {
    entries: newer.map(parse),
    bytes: { entries: length, snapshot: snapshot.text.length },
  };
  return snapshot.version > version ? { ...contents, snapshot: parse(snapshot) } : contents;
}

function parse({ version, text }: StoredText): { version: number; patches: Patch[] } {
  return { version, patches: JSON.parse(text) as Patch[] };
}
