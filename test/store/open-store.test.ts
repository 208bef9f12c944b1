import { expect, it } from 'vitest';

import { openStore } from '../../src/store/open-store.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { StartError } from '../../src/start-error.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';
import { createSeededRandom } from '../setup/seeded-random.ts';
import { SimulatedDisk } from './file/simulated-disk.ts';

it.each(['file:', 'redis://me:secret@host', 'Memory'])(
  'the store %s is rejected',
  async (setting) => {
    const disk = new SimulatedDisk(createSeededRandom(1));
    const opening = openStore(setting, {
      clock: createSteppingClock(0),
      workspaceLimits: { limit: Infinity, idleTimeout: null },
      log: silentLog,
      pauses: systemPauses,
      files: disk.createFiles(),
    });
    await expect(opening).rejects.toThrow(
      new StartError(
        `unknown store ${setting.replace('//me:secret@host', '')}; expected memory, file:DIR or postgres://USER:PASSWORD@HOST/DATABASE`,
      ),
    );
    expect(disk.paths).toEqual([]);
  },
);
