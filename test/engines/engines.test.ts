import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { aesSealings } from '../../src/ports/sealing.ts';
import { systemProcesses } from '../../src/ports/processes.ts';
import { lowdbStore } from '../../src/store/lowdb.ts';
import { storeFor } from '../../src/store/store-for.ts';
import { describeEngine } from './suite.ts';

describeEngine({
  name: 'lowdb in memory',
  lasts: 'whileOpen',
  many: 'always',
  place: async () => ({
    open: async (clock, tenancy) => lowdbStore(clock, tenancy),
    remove: async () => {},
  }),
});

describeEngine({
  name: 'lowdb in a folder',
  lasts: 'forGood',
  many: 'always',
  async place() {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-store-'));
    return {
      open: (clock, tenancy) =>
        storeFor(`file:${folder}`, {
          ...{ clock, tenancy, log: silentLog, broken: 'refused' },
          files: systemFiles,
          processes: systemProcesses(),
          sealings: aesSealings,
          key: { kind: 'usual' },
          pauses: systemPauses,
        }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
