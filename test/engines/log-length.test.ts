/** Engines with durable logs: the maximum log length, and reading a complete log at startup. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createBase, createUser, NO_LIMITS, WORKSPACE } from './bases.ts';
import { connectToSchema } from './own-postgres.ts';
import { describeWithPostgres } from './postgres-server.ts';

const MEGABYTE = 2 ** 20;
const ports = { clock: systemClock, log: silentLog, files: systemFiles, pauses: systemPauses };

interface LogLocation {
  /** The value of `--store`. */
  readonly storeOption: string;
  /** Measures the log of the workspace. */
  measureBytes(): Promise<{ readonly entries: number; readonly snapshot: number }>;
  remove(): Promise<void>;
}

function describeLogs(name: string, createLocation: () => Promise<LogLocation>): void {
  describe(`the log of ${name}`, () => {
    let location: LogLocation;
    let store: Store;
    beforeEach(async () => {
      location = await createLocation();
    });
    afterEach(async () => {
      await store.close();
      await location.remove();
    });

    const open = async (compactAt?: number): Promise<void> => {
      store = await openStore(location.storeOption, {
        ...ports,
        workspaceLimits: NO_LIMITS,
        ...(compactAt !== undefined && { compactAt }),
      });
    };
    const create = () =>
      store.create({ name: WORKSPACE, seed: 1, dialect: defaultDialect, base: createBase(1) });

    it('never exceeds 16 MB plus twice the size of the snapshot', async () => {
      await open();
      await create();
      const firstName = 'x'.repeat(MEGABYTE / 4);
      let written = 0;
      for (let index = 0; index < 200; index += 1) {
        await store.write(WORKSPACE, (unit) =>
          unit.putUser(createUser(`large-${index % 5}`, { personalInformation: { firstName } })),
        );
        written += firstName.length;
        const { entries, snapshot } = await location.measureBytes();
        expect(entries).toBeLessThanOrEqual(2 * snapshot + 16 * MEGABYTE);
      }
      const { snapshot } = await location.measureBytes();
      // The written entries exceed the maximum by far, so the log was compacted.
      expect(written).toBeGreaterThan(2 * snapshot + 32 * MEGABYTE);
    });

    it('is read completely at startup with 100,000 entries', async () => {
      await open(Infinity);
      await create();
      const appendEntry = () =>
        store.write(WORKSPACE, (unit) => unit.takeDrawNumber('entry', 'same'));
      for (let round = 0; round < 100; round += 1) {
        await Promise.all(Array.from({ length: 1000 }, appendEntry));
      }
      await store.close();
      await open();
      expect(await appendEntry()).toBe(100_000);
    });
  });
}

describeLogs('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-log-'));
  const logs = join(folder, 'logs');
  const measureFiles = async (namePattern: RegExp): Promise<number> => {
    const names = (await readdir(logs)).filter((name) => namePattern.test(name));
    // A file that was compacted meanwhile no longer exists, so its size is 0.
    const sizes = names.map((name) =>
      stat(join(logs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return {
    storeOption: `file:${folder}`,
    measureBytes: async () => ({
      entries: await measureFiles(/^\d+\.default\..*\.log$/),
      snapshot: await measureFiles(/^\d+\.default\..*\.json$/),
    }),
    remove: () => rm(folder, { recursive: true }),
  };
});

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  describeLogs('PostgreSQL', async () => {
    const storeOption = server.createStore();
    const { client, schema } = await connectToSchema(storeOption);
    const sumLengthsQuery = (table: string) =>
      `(select coalesce(sum(length(patches)), 0)::int from "${schema}".${table}
        where workspace like '%.default.%')`;
    return {
      storeOption,
      async measureBytes() {
        const { rows } = await client.query<{ entries: number; snapshot: number }>(
          `select ${sumLengthsQuery('entries')} as entries, ${sumLengthsQuery('snapshots')} as snapshot`,
        );
        return rows[0]!;
      },
      async remove() {
        await client.end();
        await server.remove(storeOption);
      },
    };
  });
});
