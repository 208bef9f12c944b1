/** Short forms; `npm run test:crash` kills a hundred times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { crashReport } from './crashes.ts';
import { randomFrom } from '../store/file/random.ts';
import { SimulatedDisk } from '../store/file/simulated-disk.ts';
import type { Flaws } from '../store/file/simulated-disk.ts';
import { killedProcess, powerlessSandbox } from './victim.ts';

describe('a store in a folder', () => {
  it('loses nothing that was answered when its process is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-crash-'));
    const random = randomFrom(1);
    const victim = killedProcess(`file:${folder}/store`, () => 50 + random() * 200);
    const report = await crashReport(victim, 4);
    await rm(folder, { recursive: true });
    expect(report.complaints).toEqual([]);
    expect(report.answers).toBeGreaterThan(50);
  });

  const cutOften = (flaws: Flaws, cuts: number) => {
    const random = randomFrom(2);
    const disk = new SimulatedDisk(random, flaws);
    const victim = powerlessSandbox(disk, () => 20 + Math.floor(random() * 300));
    return crashReport(victim, cuts);
  };

  it('loses nothing that was answered when the power is cut', async () => {
    const report = await cutOften({}, 5);
    expect(report.complaints).toEqual([]);
    expect(report.answers).toBeGreaterThan(50);
  });

  // What the two above would not find out: that they can fail.
  it.each<Flaws>([{ sync: 'ignored' }, { syncFolder: 'ignored' }, { rename: 'writesOver' }])(
    'is found to lose what it answered with %o',
    async (flaws) => {
      const report = cutOften(flaws, 5).then(({ complaints }) => complaints.length > 0);
      // A store that can't be read any more does not even start.
      expect(await report.catch(() => true)).toBe(true);
    },
  );
});
