import { Low, Memory } from 'lowdb';

import type { Clock } from '../ports/clock.ts';
import type { Database } from './group-commit.ts';
import type { Keeper } from './keeper.ts';
import { MemoryStore } from './memory.ts';
import type { Store, StoreStart, Tenancy } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** What the database holds. */
interface Document {
  start: StoreStart | undefined;
  readonly workspaces: Map<string, WorkspaceState>;
}

const unlimited: Tenancy = { permanent: 'default', limit: Infinity, unusedFor: null };

/**
 * The default store: workspaces held by lowdb. Its memory adapter is named outright, since the
 * presets of lowdb choose an adapter by NODE_ENV.
 *
 * @param tenancy without it, any number of workspaces for ever
 */
export function lowdbStore(clock: Clock, tenancy: Tenancy = unlimited): Store {
  return new MemoryStore(memoryKeeper(), clock, tenancy);
}

/** A database of lowdb with an adapter of our own, which knows when the data is there for good. */
export function lowdbOf<Data>(data: Data, write: (data: Data) => Promise<void>): Database<Data> {
  return new Low<Data>({ read: async () => data, write }, data);
}

function memoryKeeper(): Keeper {
  const database = new Low<Document>(new Memory(), { start: undefined, workspaces: new Map() });
  const { workspaces } = database.data;
  const put = async (state: WorkspaceState): Promise<void> => {
    workspaces.set(state.settings.name, state);
    await database.write();
  };
  return {
    states: workspaces,
    incarnations: 0,
    get start() {
      return database.data.start;
    },
    get taken() {
      return workspaces.size;
    },
    isTaken: (name) => workspaces.has(name),
    latest: (name) => workspaces.get(name),
    make: put,
    keep: (_from, to) => put(to),
    settled: async () => {},
    async drop(name) {
      workspaces.delete(name);
      await database.write();
    },
    async putStart(start) {
      database.data.start = start;
      await database.write();
    },
    async clear() {
      database.data.start = undefined;
      workspaces.clear();
      await database.write();
    },
    health: async () => ({ engine: 'memory', status: 'ok' }),
    close: () => database.write(),
  };
}
