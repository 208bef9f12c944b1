import { silentLog } from '../../../src/ports/log.ts';
import { systemPauses } from '../../../src/ports/pauses.ts';
import { openStore, type StoreOptions } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { createSteppingClock } from '../../setup/stepping-clock.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

/** Opens a file store on a simulated disk. */
export function openStoreOnDisk(
  disk: SimulatedDisk,
  options: Partial<StoreOptions> = {},
): Promise<Store> {
  return openStore('file:/store', {
    clock: createSteppingClock(Date.parse('2026-01-01T00:00:00.000Z')),
    workspaceLimits: { limit: Infinity, idleTimeout: null },
    log: silentLog,
    pauses: systemPauses,
    files: disk.createFiles(),
    ...options,
  });
}
