/** `npm run test:crash`: FLAGBEARER_CRASHES=N and FLAGBEARER_CRASH_SEED=N look at more, or elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { randomFrom } from '../../store/file/random.ts';
import { SimulatedDisk } from '../../store/file/simulated-disk.ts';
import { crashReport } from '../crashes.ts';
import type { Victim } from '../victim.ts';
import { killedProcess, powerlessSandbox } from '../victim.ts';

const CRASHES = Number(process.env['FLAGBEARER_CRASHES'] ?? 100);
const SEED = Number(process.env['FLAGBEARER_CRASH_SEED'] ?? 1);

describe('a store in a folder', () => {
  it(`has all that was answered after ${CRASHES} kills`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-crash-'));
    await losesNothing(killedProcess(`file:${folder}/store`, randomFrom(SEED)), 'kills');
    await rm(folder, { recursive: true });
  });

  it(`has all that was answered after ${CRASHES} power failures`, async () => {
    const random = randomFrom(SEED);
    const disk = new SimulatedDisk(random);
    await losesNothing(
      powerlessSandbox(disk, () => 20 + random() * 200),
      'power failures',
    );
  });
});

async function losesNothing(victim: Victim, how: string): Promise<void> {
  const started = Date.now();
  const { complaints, answers, people } = await crashReport(victim, CRASHES);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${CRASHES} ${how}, ${people} people, ${answers} answers, ${seconds} s\n`);
  expect(complaints).toEqual([]);
}
