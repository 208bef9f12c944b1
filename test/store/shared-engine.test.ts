/** A store on an engine that several processes share. */
import { beforeEach, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { LogStore } from '../../src/store/log-store.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { createBase } from '../engines/bases.ts';
import { createSmallestEngine, type StoredLogs } from '../engines/smallest-engine.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';

/** A use is recorded in the engine if the recorded use is older than 1 percent of this time. */
const IDLE_TIMEOUT = 60_000;
const clock = createSteppingClock(0);
let logs: StoredLogs;
let store: LogStore;
let beforeAppend: () => Promise<void>;

beforeEach(async () => {
  beforeAppend = async () => {};
  logs = new Map();
  const engine = createSmallestEngine(logs);
  store = await LogStore.open(
    {
      ...engine,
      async append(log, entries, state) {
        await beforeAppend();
        return engine.append(log, entries, state);
      },
      shared: { writer: 'a', onChange() {} },
    },
    {
      clock,
      workspaceLimits: { limit: Infinity, idleTimeout: IDLE_TIMEOUT },
    },
  );
  await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: createBase(1) });
  clock.advance(IDLE_TIMEOUT / 2);
});

it('a workspace can be opened even if its use cannot be recorded in the engine', async () => {
  beforeAppend = () => Promise.reject(new StoreUnavailable('the database is read-only'));
  expect(await store.open('b')).toMatchObject({ name: 'b' });
  // Since its creation, more time than the timeout has passed. This process knows the later use.
  clock.advance(IDLE_TIMEOUT * 0.75);
  expect(await store.read('b', (view) => view.countUsers())).toBe(1);
});

it('the use of a workspace is not recorded while the workspace is deleted', async () => {
  let openDuringAppend: Promise<unknown> | undefined;
  beforeAppend = async () => {
    openDuringAppend ??= store.open('b');
    await new Promise((resolve) => setImmediate(resolve));
  };
  await store.delete('b');
  await openDuringAppend;
  const patches = logs.get('catalog')!.entries.flatMap(({ text }) => JSON.parse(text));
  // The last patch removes the use, and no later patch adds it.
  expect(patches.findLast(({ part }) => part === 'uses')).toMatchObject({ key: 'b', value: null });
});
