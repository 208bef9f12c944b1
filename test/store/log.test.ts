import { expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';
import type { Engine } from '../../src/store/engine.ts';
import { LogStore } from '../../src/store/log-store.ts';
import { createBase, createUser } from '../engines/bases.ts';
import { createSmallestEngine } from '../engines/smallest-engine.ts';

const MEGABYTE = 2 ** 20;
const clock = createSteppingClock(0);
const workspaceLimits = { limit: Infinity, idleTimeout: null };

it('writes wait for a running snapshot before the log exceeds 16 MB', async () => {
  const engine = createSmallestEngine(new Map());
  let appendedBytes = 0;
  let allowSnapshot = (): void => {};
  const snapshotAllowed = new Promise<void>((resolve) => (allowSnapshot = resolve));
  const slowEngine: Engine = {
    ...engine,
    async append(log, entries, state) {
      const bytes = await engine.append(log, entries, state);
      appendedBytes += bytes;
      return bytes;
    },
    async save(log, snapshot) {
      if (appendedBytes > 0) await snapshotAllowed;
      return engine.save(log, snapshot);
    },
  };
  const store = await LogStore.open(slowEngine, { clock, workspaceLimits });
  await store.create({ name: 'default', seed: 1, dialect: defaultDialect, base: createBase(1) });
  appendedBytes = 0;
  const firstName = 'x'.repeat(MEGABYTE / 4);
  const large = createUser('large', { personalInformation: { firstName } });
  // The writes are 25 MB. After 4 MB, a snapshot begins.
  let areWritesDone = false;
  const writes = (async () => {
    for (let index = 0; index < 100; index += 1)
      await store.write('default', (unit) => unit.putUser(large));
    areWritesDone = true;
  })();
  // Within these turns of the event loop, all writes end that do not wait for a snapshot.
  for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(areWritesDone).toBe(false);
  expect(appendedBytes).toBeGreaterThan(4 * MEGABYTE);
  expect(appendedBytes).toBeLessThan(16 * MEGABYTE);
  allowSnapshot();
  await writes;
  expect(appendedBytes).toBeGreaterThan(24 * MEGABYTE);
});
