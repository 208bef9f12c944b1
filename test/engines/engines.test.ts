import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { LogStore } from '../../src/store/log-store.ts';
import { createMemoryStore } from '../setup/memory-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createSmallestEngine } from './smallest-engine.ts';
import type { StoredLogs } from './smallest-engine.ts';
import { describeEngine } from './suite.ts';

describeEngine({
  name: 'memory',
  isDurable: false,
  isSlow: false,
  createLocation: async () => ({
    open: (clock, workspaceLimits) => createMemoryStore(clock, workspaceLimits),
    remove: async () => {},
  }),
});

describeEngine({
  name: 'the smallest engine',
  isDurable: true,
  isSlow: false,
  async createLocation() {
    const logs: StoredLogs = new Map();
    return {
      open: (clock, workspaceLimits) =>
        LogStore.open(createSmallestEngine(logs), { clock, workspaceLimits }),
      remove: async () => {},
    };
  },
});

describeEngine({
  name: 'a folder',
  isDurable: true,
  isSlow: false,
  async createLocation() {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-store-'));
    return {
      open: (clock, workspaceLimits) =>
        openStore(`file:${folder}`, {
          clock,
          workspaceLimits,
          log: silentLog,
          files: systemFiles,
          pauses: systemPauses,
        }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
