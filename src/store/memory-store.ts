import type { Clock } from '../ports/clock.ts';
import { LogStore } from './log-store.ts';
import { memoryEngine } from './memory.ts';
import type { Store, Tenancy } from './store.ts';

const UNLIMITED: Tenancy = { permanent: 'default', limit: Infinity, unusedFor: null };

/**
 * Opens the default store, which lasts as long as the process.
 *
 * @param tenancy without it, any number of workspaces for ever
 */
export function memoryStore(clock: Clock, tenancy: Tenancy = UNLIMITED): Promise<Store> {
  return LogStore.open(memoryEngine(), { clock, tenancy });
}
