/** A short form; `FLAGBEARER_TESTS=complete npx vitest run test/crash` kills a hundred times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { describeWithPostgres } from '../engines/postgres-server.ts';
import { createSeededRandom } from '../setup/seeded-random.ts';
import { SimulatedDisk } from '../store/file/simulated-disk.ts';
import { crashRepeatedly } from './crash-repeatedly.ts';
import { createKilledProcess, createPowerCutSandbox } from './crash-target.ts';
import { isLong } from '../setup/test-length.ts';

it('a file store keeps every acknowledged write if its process is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-crash-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const target = createKilledProcess(`file:${folder}/store`, createSeededRandom(1));
  const report = await crashRepeatedly(target, 2);
  expect(report.problems).toEqual([]);
  expect(report.responses).toBeGreaterThan(10);
}, 60_000);

it.runIf(isLong)(
  'a file store keeps every acknowledged write if the power fails',
  async () => {
    const random = createSeededRandom(2);
    const target = createPowerCutSandbox(new SimulatedDisk(random), () => 60 + random() * 100);
    const report = await crashRepeatedly(target, 2);
    expect(report.problems).toEqual([]);
    expect(report.responses).toBeGreaterThan(10);
  },
  60_000,
);

it.runIf(isLong)(
  'the test reports lost writes if the disk ignores syncs',
  async () => {
    const random = createSeededRandom(3);
    const disk = new SimulatedDisk(random, { syncFolder: 'ignored' });
    const target = createPowerCutSandbox(disk, () => 60 + random() * 100);
    const problems = await crashRepeatedly(target, 3).then(
      (report) => report.problems,
      // A store without its catalog does not start.
      (error: unknown) => [String(error)],
    );
    expect(problems.join('\n')).toMatch(/ is lost| is missing\./);
  },
  60_000,
);

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  it.runIf(isLong)(
    'a database keeps every acknowledged write if the sandbox process is killed',
    async () => {
      const report = await crashRepeatedly(
        createKilledProcess(server.createStore(), createSeededRandom(4)),
        1,
      );
      expect(report.problems).toEqual([]);
      expect(report.responses).toBeGreaterThan(10);
    },
    60_000,
  );
});
