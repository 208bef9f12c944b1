import type { Clock } from '../../src/ports/clock.ts';
import type { WorkspaceLimits } from '../../src/store/store.ts';
import { LogStore } from '../../src/store/log-store.ts';
import { createMemoryEngine } from '../../src/store/memory-engine.ts';

const UNLIMITED: WorkspaceLimits = { limit: Infinity, idleTimeout: null };

/** Opens a store in memory. By default, the number of workspaces is unlimited and they never expire. */
export function createMemoryStore(
  clock: Clock,
  workspaceLimits: WorkspaceLimits = UNLIMITED,
): Promise<LogStore> {
  return LogStore.open(createMemoryEngine(), { clock, workspaceLimits });
}
