/** Long runs: `FLAGBEARER_TESTS=complete FLAGBEARER_CRASHES=100 FLAGBEARER_CRASH_SEED=1 npx vitest run test/crash` */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import type { OwnPostgresServer, PostgresServer } from '../../engines/own-postgres.ts';
import { describeWithOwnPostgres } from '../../engines/postgres-server.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import { SimulatedDisk } from '../../store/file/simulated-disk.ts';
import { crashRepeatedly } from '../crash-repeatedly.ts';
import type { CrashTarget } from '../crash-target.ts';
import {
  createKilledDatabase,
  createKilledProcess,
  createPowerCutSandbox,
} from '../crash-target.ts';

const CRASHES = Number(process.env['FLAGBEARER_CRASHES'] ?? 100);
const SEED = Number(process.env['FLAGBEARER_CRASH_SEED'] ?? 1);

describe('a file store', () => {
  it(`keeps every acknowledged write after ${CRASHES} kills`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-crash-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const target = createKilledProcess(`file:${folder}/store`, createSeededRandom(SEED));
    await expectNoLoss(target, 'kills');
  });

  it(`keeps every acknowledged write after ${CRASHES} power failures`, async () => {
    const random = createSeededRandom(SEED);
    const disk = new SimulatedDisk(random);
    await expectNoLoss(
      createPowerCutSandbox(disk, () => 20 + random() * 200),
      'power failures',
    );
  });
});

await describeWithOwnPostgres((server) => {
  describe('a PostgreSQL store', () => {
    afterAll(() => server.stop());

    it(`keeps every acknowledged write after ${CRASHES} kills`, async () => {
      const target = createKilledProcess(server.createStore(), createSeededRandom(SEED));
      await expectNoLoss(target, 'kills of the sandbox on PostgreSQL');
    });

    // A server that PGURL names is not ours to kill.
    it.runIf(isOwn(server))(
      `keeps every acknowledged write after its server was killed ${CRASHES} times`,
      async () => {
        if (!isOwn(server)) throw new Error('PGURL names the server');
        await expectNoLoss(
          createKilledDatabase(server, createSeededRandom(SEED)),
          'kills of PostgreSQL',
        );
      },
    );
  });
});

function isOwn(server: PostgresServer): server is OwnPostgresServer {
  return 'kill' in server;
}

async function expectNoLoss(target: CrashTarget, how: string): Promise<void> {
  const started = Date.now();
  const { problems, responses, people } = await crashRepeatedly(target, CRASHES);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(
    `${CRASHES} ${how}, ${people} people, ${responses} responses, ${seconds} s\n`,
  );
  expect(problems).toEqual([]);
}
