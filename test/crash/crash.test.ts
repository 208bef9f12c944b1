/**
 * A store keeps every acknowledged write after a crash. Complete run:
 * `FLAGBEARER_TESTS=complete FLAGBEARER_CRASHES=100 FLAGBEARER_CRASH_SEED=1 npx vitest run test/crash`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import type { OwnPostgresServer, PostgresServer } from '../engines/own-postgres.ts';
import { describeWithOwnPostgres, describeWithPostgres } from '../engines/postgres-server.ts';
import { createSeededRandom } from '../setup/seeded-random.ts';
import { isComplete } from '../setup/test-length.ts';
import { SimulatedDisk } from '../store/file/simulated-disk.ts';
import { crashRepeatedly } from './crash-repeatedly.ts';
import type { CrashTarget } from './crash-target.ts';
import {
  createKilledDatabase,
  createKilledProcess,
  createPowerCutSandbox,
} from './crash-target.ts';

const CRASHES = isComplete ? Number(process.env['FLAGBEARER_CRASHES'] ?? 100) : undefined;
const SEED = Number(process.env['FLAGBEARER_CRASH_SEED'] ?? 1);
const TIMEOUT = isComplete ? undefined : 60_000;

/** Returns the number of disk operations until the power is cut: from 60 to 160. */
function drawOperations(random: () => number): number {
  return 60 + random() * 100;
}

/** Crashes a target this many times; FLAGBEARER_CRASHES times in a complete run. */
async function expectNoLoss(target: CrashTarget, crashes: number): Promise<void> {
  const started = Date.now();
  const { problems, responses, people } = await crashRepeatedly(target, CRASHES ?? crashes);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${people} people, ${responses} responses, ${seconds} s\n`);
  expect(problems).toEqual([]);
  expect(responses).toBeGreaterThan(10);
}

it(
  'a file store keeps every acknowledged write if its process is killed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-crash-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await expectNoLoss(createKilledProcess(`file:${folder}/store`, createSeededRandom(SEED)), 2);
  },
  TIMEOUT,
);

it(
  'a file store keeps every acknowledged write if the power fails',
  async () => {
    const random = createSeededRandom(SEED + 1);
    const target = createPowerCutSandbox(new SimulatedDisk(random), () => drawOperations(random));
    await expectNoLoss(target, 2);
  },
  TIMEOUT,
);

it('crashRepeatedly reports lost writes if the disk ignores syncs of folders', async () => {
  // A fixed seed: whether a write is lost depends on the moments of the power cuts.
  const random = createSeededRandom(3);
  const disk = new SimulatedDisk(random, { syncFolder: 'ignored' });
  const target = createPowerCutSandbox(disk, () => drawOperations(random));
  const problems = await crashRepeatedly(target, 3).then(
    (report) => report.problems,
    // A store without its catalog does not start.
    (error: unknown) => [String(error)],
  );
  expect(problems.join('\n')).toMatch(/ is lost| is missing\./);
}, 60_000);

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  it(
    'a database keeps every acknowledged write if the sandbox process is killed',
    async () => {
      const store = server.createStore();
      await expectNoLoss(createKilledProcess(store, createSeededRandom(SEED + 3)), 1);
    },
    TIMEOUT,
  );
});

if (isComplete) {
  await describeWithOwnPostgres((server) => {
    afterAll(() => server.stop());

    // Another process owns the server in PGURL, so this test does not kill that server.
    it.runIf(isOwnServer(server))(
      'a database keeps every acknowledged write if the database server is killed',
      async () => {
        if (!isOwnServer(server)) throw new Error('the server in PGURL cannot be killed');
        await expectNoLoss(createKilledDatabase(server, createSeededRandom(SEED)), 1);
      },
    );
  });
}

function isOwnServer(server: PostgresServer): server is OwnPostgresServer {
  return 'kill' in server;
}
