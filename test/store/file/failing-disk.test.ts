/** Requests and stored data while the disk of a store fails. */
import { beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { StoreUnavailable, type Store, type UnitOfWork } from '../../../src/store/store.ts';
import { createBase, createSettings, createUser } from '../../engines/bases.ts';
import { openStoreOnDisk } from './open-store-on-disk.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const WORKSPACE = 'default';

let disk: SimulatedDisk;
let store: Store;

beforeEach(async () => {
  disk = new SimulatedDisk(createSeededRandom(1));
  store = await openStoreOnDisk(disk);
  await store.initialize(createSettings());
});

const addUser = (id: string) => store.write(WORKSPACE, (unit) => unit.putUser(createUser(id)));
/** Returns the ids of the users that follow the three users of the settings. */
const readAddedIds = (readStore = store) =>
  readStore.read(WORKSPACE, async (view) => (await view.listUsers(3, 1000)).map(({ id }) => id));
/** Opens a second store on the durable data. */
const reopenAfterPowerCut = async (): Promise<Store> => {
  disk.restart();
  return openStoreOnDisk(disk);
};

describe.each([
  ['open', 'EMFILE', 'the process has too many open files (EMFILE)'],
  ['write', 'ENOSPC', 'no space is left on its disk (ENOSPC)'],
  ['sync', 'EIO', 'its disk has an error (EIO)'],
] as const)('while %s fails with %s', (operation, code, reason) => {
  const startFailing = (): void => {
    disk.getFailure = (current) => (current === operation ? code : undefined);
  };

  it('writes are rejected with the reason, and reads succeed', async () => {
    await addUser('before');
    startFailing();
    await expect(addUser('refused')).rejects.toThrow(`The store is unavailable: ${reason}.`);
    await expect(addUser('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readAddedIds()).toEqual(['before']);
    expect(await store.checkHealth()).toEqual({ engine: 'file', status: 'unavailable', reason });
  });

  it('the store recovers automatically, without the rejected writes', async () => {
    await addUser('before');
    startFailing();
    await expect(addUser('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.getFailure = () => undefined;
    await addUser('after');
    expect(await readAddedIds()).toEqual(['before', 'after']);
    expect(await store.checkHealth()).toEqual({ engine: 'file', status: 'ok' });
    expect(await readAddedIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });

  it('a health check recovers the store, and the rejected write is not on the disk', async () => {
    startFailing();
    await expect(addUser('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.getFailure = () => undefined;
    expect(await store.checkHealth()).toEqual({ engine: 'file', status: 'ok' });
    expect(await readAddedIds(await reopenAfterPowerCut())).toEqual([]);
  });

  it('workspaces are not created, forked, reset, loaded or deleted', async () => {
    await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: createBase(1) });
    await store.write('b', (unit) => unit.putUser(createUser('second')));
    const endedWorkspaces: string[] = [];
    store.onEnd(({ name }) => endedWorkspaces.push(name));
    startFailing();
    const changes = [
      () => store.create({ name: 'c', seed: 1, dialect: defaultDialect, base: createBase(2) }),
      () => store.fork('b', 'c'),
      () => store.reset('b'),
      () => store.load('b', createBase(2), defaultDialect),
      () => store.delete('b'),
      () => store.clear(),
    ];
    for (const change of changes) await expect(change()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.listNames()).toEqual([WORKSPACE, 'b']);
    expect(await store.read('b', (view) => view.countUsers())).toBe(2);
    expect(endedWorkspaces).toEqual([]);
    disk.getFailure = () => undefined;
    await store.fork('b', 'c');
    const reopened = await reopenAfterPowerCut();
    expect(await reopened.listNames()).toEqual([WORKSPACE, 'b', 'c']);
    expect(await reopened.read('c', (view) => view.countUsers())).toBe(2);
  });
});

it('a health check reports a full disk that still accepts a few bytes', async () => {
  disk.getFailure = (_operation, _path, { length }) => (length > 100 ? 'ENOSPC' : undefined);
  await expect(addUser('refused')).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await store.checkHealth()).toMatchObject({ status: 'unavailable' });
  disk.getFailure = () => undefined;
  expect(await store.checkHealth()).toMatchObject({ status: 'ok' });
});

describe('a fork whose log is written, but not its entry in the catalog', () => {
  it('adds no data to a workspace that is created with the same name later', async () => {
    await addUser('first');
    await addUser('second');
    disk.getFailure = (operation, path) =>
      operation === 'write' && path.includes('catalog') ? 'ENOSPC' : undefined;
    await expect(store.fork(WORKSPACE, 'c')).rejects.toBeInstanceOf(StoreUnavailable);
    disk.getFailure = () => undefined;
    await store.create({ name: 'c', seed: 1, dialect: defaultDialect, base: createBase(2) });
    await store.write('c', (unit) => unit.putUser(createUser('third')));
    const reopened = await reopenAfterPowerCut();
    expect(await reopened.read('c', (view) => view.countUsers())).toBe(3);
  });
});

describe('concurrent writes', () => {
  it('are combined into few commits', async () => {
    const countOperations = async (work: () => Promise<unknown>): Promise<number> => {
      const before = disk.operations;
      await work();
      return disk.operations - before;
    };
    const single = await countOperations(() => addUser('single'));
    const hundred = await countOperations(() =>
      Promise.all(Array.from({ length: 100 }, (_, index) => addUser(`u-${index}`))),
    );
    expect(hundred).toBeLessThan(single * 5);
    expect(await readAddedIds(await reopenAfterPowerCut())).toHaveLength(101);
  });

  it('all fail if the first commit fails, because each write builds on the previous write', async () => {
    let syncs = 0;
    disk.getFailure = (operation) =>
      operation === 'sync' && (syncs += 1) === 1 ? 'ENOSPC' : undefined;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => addUser(`u-${index}`)),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await readAddedIds()).toEqual([]);
    // The next write starts from the state before the failed writes.
    expect(await store.write(WORKSPACE, (unit) => unit.countUsers())).toBe(3);
  });

  it('are not visible before they are durable', async () => {
    const owners: unknown[] = [];
    const first = store.write(WORKSPACE, (unit) => unit.putIdentity('wallet:1', 'first'));
    const second = store.write(WORKSPACE, async (unit) => {
      owners.push(await unit.findUserIdByIdentity('wallet:1'));
      owners.push(await store.read(WORKSPACE, (view) => view.findUserIdByIdentity('wallet:1')));
    });
    await Promise.all([first, second]);
    expect(owners).toEqual(['first', undefined]);
    expect(await store.read(WORKSPACE, (view) => view.findUserIdByIdentity('wallet:1'))).toBe(
      'first',
    );
  });

  it('are rejected as unavailable, not because of the uncommitted change of a previous write', async () => {
    disk.getFailure = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
    const claimIdentity = async (unit: UnitOfWork) => {
      if ((await unit.findUserIdByIdentity('wallet:1')) !== undefined) throw new Error('taken');
      await unit.putIdentity('wallet:1', 'mine');
    };
    const [, second] = await Promise.allSettled([
      store.write(WORKSPACE, claimIdentity),
      store.write(WORKSPACE, claimIdentity),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  });

  it('are repeated on the committed state if the previous write is rolled back', async () => {
    let continueSecond = (): void => {};
    const secondContinues = new Promise<void>((resolve) => (continueSecond = resolve));
    disk.getFailure = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
    const first = addUser('first');
    const second = store.write(WORKSPACE, async (unit) => {
      await secondContinues;
      await unit.putUser(createUser('second'));
    });
    await expect(first).rejects.toBeInstanceOf(StoreUnavailable);
    disk.getFailure = () => undefined;
    continueSecond();
    await second;
    await addUser('third');
    expect(await readAddedIds()).toEqual(['second', 'third']);
  });
});

describe('a store folder that vanishes', () => {
  it('rejects writes until it is restored', async () => {
    await addUser('before');
    const restoreFolder = disk.removeFolder('/store');
    await expect(addUser('refused')).rejects.toThrow('its folder is missing (ENOENT)');
    expect(await readAddedIds()).toEqual(['before']);
    restoreFolder();
    await addUser('after');
    expect(await readAddedIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });

  it('rejects writes if an empty folder replaces it, and writes nothing there', async () => {
    await addUser('before');
    const restoreFolder = disk.removeFolder('/store');
    await disk.createFiles().createFolder('/store/logs');
    await expect(addUser('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(disk.paths).toEqual([]);
    expect(await readAddedIds()).toEqual(['before']);
    restoreFolder();
    await addUser('after');
    expect(await readAddedIds(await reopenAfterPowerCut())).toEqual(['before', 'after']);
  });
});

it('simultaneous writes acquire a lost lock only once', async () => {
  const files = disk.createFiles();
  await store.close();
  let isHeld = true;
  let lockCount = 0;
  let releaseLock = async (): Promise<void> => {};
  const reopened = await openStoreOnDisk(disk, {
    files: {
      ...files,
      async lock(path) {
        const { release } = await files.lock(path);
        releaseLock = release;
        isHeld = true;
        lockCount += 1;
        return { isHeld: () => isHeld, release };
      },
    },
  });
  await reopened.fork(WORKSPACE, 'fork');
  isHeld = false;
  await releaseLock();
  await Promise.all(
    [WORKSPACE, 'fork'].map((name) =>
      reopened.write(name, (unit) => unit.putUser(createUser('mine'))),
    ),
  );
  // The store acquires the lock when it is opened, and once after the loss.
  expect(lockCount).toBe(2);
});
