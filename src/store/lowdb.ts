import { Low, Memory } from 'lowdb';

import type { Clock } from '../ports/clock.ts';
import { MemoryStore } from './memory.ts';
import type { Keeper } from './memory.ts';
import type { Store, Tenancy } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** What the database holds. */
interface Document {
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
  return new MemoryStore(lowdbKeeper(), clock, tenancy);
}

function lowdbKeeper(): Keeper {
  const database = new Low<Document>(new Memory(), { workspaces: new Map() });
  return {
    get states() {
      return database.data.workspaces;
    },
    async keep(name, state) {
      database.data.workspaces.set(name, state);
      await database.write();
    },
    async drop(name) {
      database.data.workspaces.delete(name);
      await database.write();
    },
    close: () => database.write(),
  };
}
