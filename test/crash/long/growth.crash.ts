/** What a write to a folder costs by how much has changed: `FLAGBEARER_TESTS=complete npx vitest run growth`. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { systemClock } from '../../../src/ports/clock.ts';
import { systemFiles } from '../../../src/ports/files.ts';
import { silentLog } from '../../../src/ports/log.ts';
import { systemPauses } from '../../../src/ports/pauses.ts';
import { storeFor } from '../../../src/store/store-for.ts';
import { baseOf, madeUser } from '../../engines/bases.ts';

const SIZES = [0, 100, 1000, 10_000, 30_000];
const WRITES = 20;

it('costs more the more has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-growth-'));
  const store = await storeFor(`file:${folder}`, {
    tenancy: { permanent: 'default', limit: Infinity, unusedFor: null },
    ...{ clock: systemClock, log: silentLog, files: systemFiles, pauses: systemPauses },
  });
  const base = baseOf(3);
  const start = { scenario: [], base, dialect: defaultDialect, seed: 1, clockStart: 0 };
  await store.begin({ ...start, chaos: 'off' });
  const write = (id: string) => store.write('default', (unit) => unit.put('lastUsers', 'app', id));
  const tell = (...cells: readonly unknown[]) => process.stdout.write(`${cells.join(' | ')}\n`);
  tell('people', 'file, MB', 'p50, ms', 'CPU of a write, ms', '64 at once, writes/s');
  let made = 0;
  for (const size of SIZES) {
    await store.write('default', async (unit) => {
      for (; made < size; made += 1) {
        await unit.putUser(person(made));
        await unit.putIdentity(`email:person-${made}@example.test`, `user-${made}`);
      }
    });
    await write('warm');
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let index = 0; index < WRITES; index += 1) {
      const from = performance.now();
      await write(`user-${index}`);
      times.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(before);
    const from = performance.now();
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        for (let turn = 0; turn < 5; turn += 1) await write(`turn-${turn}`);
      }),
    );
    const perSecond = (64 * 5 * 1000) / (performance.now() - from);
    const megabytes = (await stat(join(folder, 'changes/default'))).size / 1e6;
    const median = times.toSorted((one, other) => one - other)[WRITES / 2] ?? 0;
    const cpu = (user + system) / 1000 / WRITES;
    tell(size, megabytes.toFixed(2), median.toFixed(1), cpu.toFixed(1), perSecond.toFixed(0));
  }
  await store.close();
  await rm(folder, { recursive: true });
});

function person(number: number) {
  return madeUser(`user-${number}`, {
    emailAddress: `person-${number}@example.test`,
    personalInformation: { firstName: 'Rita', lastName: `Example ${number}`, city: 'Springfield' },
    wallets: [
      {
        address: `0x${number.toString(16).padStart(40, '0')}`,
        ...{ network: 'ETHEREUM', type: null, status: 'verified' },
      },
    ],
    kyc: 'APPROVED',
    linkedClients: ['wallet-app', 'exchange-app'],
  });
}
