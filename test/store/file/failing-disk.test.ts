/** Requests and stored data while the disk of a store fails. */
import { beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { StoreUnavailable } from '../../../src/store/store.ts';
import type { Store, UnitOfWork } from '../../../src/store/store.ts';
import { createBase, createUser } from '../../engines/bases.ts';
import { openDisk } from './open-disk.ts';
import { createRandom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const WS = 'default';

let disk: SimulatedDisk;
let store: Store;

beforeEach(async () => {
  disk = new SimulatedDisk(createRandom(1));
  store = await openDisk(disk);
  const base = createBase(3);
  await store.initialize({
    scenario: [],
    base,
    dialect: defaultDialect,
    seed: 1,
    clockStart: 0,
    chaos: 'off',
  });
});

const add = (id: string, to: Store = store) => to.write(WS, (unit) => unit.putUser(createUser(id)));
const readIds = (of: Store = store) =>
  of.read(WS, async (view) => (await view.users(3, 1000)).map(({ id }) => id));
/** Opens the disk as another process would find it. */
const reopenAfterPowerCut = async (): Promise<Store> => {
  disk.restart();
  return openDisk(disk);
};

describe.each([
  ['open', 'EMFILE', 'the process has too many open files (EMFILE)'],
  ['write', 'ENOSPC', 'no space is left on its disk (ENOSPC)'],
  ['sync', 'EIO', 'its disk has an error (EIO)'],
] as const)('while %s fails with %s', (operation, code, reason) => {
  const fail = (): void => {
    disk.fails = (each) => (each === operation ? code : undefined);
  };

  it('writes are rejected with the reason, and reads succeed', async () => {
    await add('before');
    fail();
    await expect(add('refused')).rejects.toThrow(`The store is unavailable: ${reason}.`);
    await expect(add('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readIds()).toEqual(['before']);
    expect(await store.health()).toEqual({ engine: 'file', status: 'unavailable', reason });
  });

  it('the store recovers by itself without the rejected writes', async () => {
    await add('before');
    fail();
    await expect(add('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.fails = () => undefined;
    await add('after');
    expect(await readIds()).toEqual(['before', 'after']);
    expect(await store.health()).toEqual({ engine: 'file', status: 'ok' });
    expect(await readIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });

  it('a health check recovers the store, also on the disk', async () => {
    fail();
    await expect(add('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.fails = () => undefined;
    expect(await store.health()).toEqual({ engine: 'file', status: 'ok' });
    expect(await readIds(await reopenAfterPowerCut())).toEqual([]);
  });

  it('workspaces are not created, forked, reset, loaded or deleted', async () => {
    await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: createBase(1) });
    await store.write('b', (unit) => unit.putUser(createUser('mine')));
    const ended: string[] = [];
    store.onEnd(({ name }) => ended.push(name));
    fail();
    const changes = [
      () => store.create({ name: 'c', seed: 1, dialect: defaultDialect, base: createBase(2) }),
      () => store.fork('b', 'c'),
      () => store.reset('b'),
      () => store.load('b', createBase(2), defaultDialect),
      () => store.delete('b'),
      () => store.clear(),
    ];
    for (const change of changes) await expect(change()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.listNames()).toEqual([WS, 'b']);
    expect(await store.read('b', (view) => view.userCount())).toBe(2);
    expect(ended).toEqual([]);
    disk.fails = () => undefined;
    await store.fork('b', 'c');
    const again = await reopenAfterPowerCut();
    expect(await again.listNames()).toEqual([WS, 'b', 'c']);
    expect(await again.read('c', (view) => view.userCount())).toBe(2);
  });
});

describe('a fork that fails after its log was written', () => {
  it('leaves nothing to a workspace of the same name', async () => {
    await add('before');
    await add('after that');
    disk.fails = (operation, path) =>
      operation === 'write' && path.includes('catalog') ? 'ENOSPC' : undefined;
    await expect(store.fork(WS, 'c')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.fails = () => undefined;
    await store.create({ name: 'c', seed: 1, dialect: defaultDialect, base: createBase(2) });
    await store.write('c', (unit) => unit.putUser(createUser('mine')));
    const again = await reopenAfterPowerCut();
    expect(await again.read('c', (view) => view.userCount())).toBe(3);
  });
});

describe('concurrent writes', () => {
  it('share few commits', async () => {
    const before = disk.operations;
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(`u-${index}`)));
    const single = await countOperations(() => add('single'));
    expect(disk.operations - before).toBeLessThan(single * 5);
    expect(await readIds(await reopenAfterPowerCut())).toHaveLength(101);
  });

  it('fail together if the first commit fails, since each builds on the previous one', async () => {
    let syncs = 0;
    disk.fails = (operation) => (operation === 'sync' && (syncs += 1) === 1 ? 'ENOSPC' : undefined);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => add(`u-${index}`)),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await readIds()).toEqual([]);
    expect(await store.write(WS, (unit) => unit.countDraw('user', 'x'))).toBe(0);
  });

  it('are not visible before they are durable', async () => {
    const seen: unknown[] = [];
    const first = store.write(WS, (unit) => unit.putIdentity('wallet:1', 'first'));
    const second = store.write(WS, async (unit) => {
      seen.push(await unit.userIdByIdentity('wallet:1'));
      seen.push(await store.read(WS, (view) => view.userIdByIdentity('wallet:1')));
    });
    await Promise.all([first, second]);
    expect(seen).toEqual(['first', undefined]);
    expect(await store.read(WS, (view) => view.userIdByIdentity('wallet:1'))).toBe('first');
  });

  it('return no rejection that depends on a write that was not committed', async () => {
    disk.fails = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
    const taken = new Error('the identity is taken');
    const claimIdentity = async (unit: UnitOfWork) => {
      if ((await unit.userIdByIdentity('wallet:1')) !== undefined) throw taken;
      await unit.putIdentity('wallet:1', 'mine');
    };
    const [, second] = await Promise.allSettled([
      store.write(WS, claimIdentity),
      store.write(WS, claimIdentity),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  });

  it('rerun a unit whose preceding write was rolled back', async () => {
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    disk.fails = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
    const first = add('first');
    const second = store.write(WS, async (unit) => {
      await held;
      await unit.putUser(createUser('second'));
    });
    await expect(first).rejects.toBeInstanceOf(StoreUnavailable);
    disk.fails = () => undefined;
    goOn();
    // It runs again on the committed state.
    await second;
    await add('third');
    expect(await readIds()).toEqual(['second', 'third']);
  });
});

describe('a store folder that vanishes', () => {
  it('rejects writes until it is back, unchanged', async () => {
    await add('before');
    const bringBack = disk.removeFolder('/store');
    await expect(add('refused')).rejects.toThrow('its folder is missing (ENOENT)');
    expect(await readIds()).toEqual(['before']);
    bringBack();
    await add('after');
    expect(await readIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });

  it('rejects writes if an empty folder replaces it, and writes nothing there', async () => {
    await add('before');
    const bringBack = disk.removeFolder('/store');
    await disk.createFiles().makeFolder('/store/logs');
    await expect(add('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(disk.paths).toEqual([]);
    expect(await readIds()).toEqual(['before']);
    bringBack();
    await add('after');
    expect(await readIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });
});

async function countOperations(work: () => Promise<void>): Promise<number> {
  const before = disk.operations;
  await work();
  return disk.operations - before;
}
