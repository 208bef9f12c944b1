/** A store whose process is killed between two file operations, or in the middle of a write. */
import { isDeepStrictEqual } from 'node:util';

import { expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createBase, createSettings, createUser } from '../../engines/bases.ts';
import { openStoreOnDisk } from './open-store-on-disk.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const settings = createSettings();
/** The limit is so small that logs are compacted. */
const options = { compactAt: 1000 };

interface Moment {
  readonly files: ReadonlyMap<string, string>;
  /** The number of acknowledged users of each workspace that is not being replaced or deleted. */
  readonly users: ReadonlyMap<string, number>;
}

it('a store contains all acknowledged changes when it is opened again', async () => {
  const moments = await recordMoments();
  const fileNames = new Set<string>();
  for (const { files, users } of moments.flatMap(addTornWrites)) {
    for (const path of files.keys()) fileNames.add(path.replace(/.*\//, ''));
    const disk = new SimulatedDisk(createSeededRandom(1));
    for (const [path, text] of files) disk.put(path, text);
    // Opens the store twice, since opening can change files. The first time adds a user.
    for (const addedUsers of [0, 1]) {
      const store = await openStoreOnDisk(disk, options);
      await store.initialize((await store.readSettings()) ?? settings);
      const names = await store.listNames();
      for (const [name, count] of users) {
        expect(names).toContain(name);
        const actualCount = await store.read(name, (view) => view.countUsers());
        const minimum = name === 'default' ? count + addedUsers : count;
        expect(actualCount).toBeGreaterThanOrEqual(minimum);
      }
      await store.write('default', (unit) => unit.putUser(createUser('later')));
      await store.close();
    }
  }
  // The moments include files of all kinds: of the catalog, of the default workspace and of workspace b.
  expect([...fileNames]).toEqual(
    expect.arrayContaining([
      'catalog.json.tmp',
      'catalog.0.log',
      '2.default.1.0.log',
      '3.b.2.json',
    ]),
  );
  const catalogLogs = [...fileNames].filter((name) => /^catalog\.\d+\.log$/.test(name));
  expect(catalogLogs.length).toBeGreaterThan(1);
});

it('a store is empty if its first start was interrupted', async () => {
  const moment = (await recordMoments()).find(({ files }) =>
    files.has('/store/logs/catalog.0.log'),
  );
  const disk = new SimulatedDisk(createSeededRandom(1));
  for (const [path, text] of moment!.files) disk.put(path, text);
  expect(disk.paths).toEqual(['/store/logs/catalog.0.log']);
  const store = await openStoreOnDisk(disk);
  expect(await store.readSettings()).toBeUndefined();
  expect(await store.initialize(settings)).toBe(settings);
});

/** Records the files before each operation of a process. */
async function recordMoments(): Promise<readonly Moment[]> {
  const disk = new SimulatedDisk(createSeededRandom(1));
  const moments: Moment[] = [];
  const users = new Map<string, number>();
  const recordMoment = (): undefined => {
    const files = new Map(disk.paths.map((path) => [path, disk.readText(path) ?? '']));
    // If two states are equal, the later state has more acknowledged changes.
    if (isDeepStrictEqual(moments.at(-1)?.files, files)) moments.pop();
    moments.push({ files, users: new Map(users) });
  };
  // The disk calls getFailure before each operation; undefined means no failure.
  disk.getFailure = recordMoment;
  const store = await openStoreOnDisk(disk, options);
  const addUser = async (name: string, id: string): Promise<void> => {
    await store.write(name, (unit) => unit.putUser(createUser(id)));
    users.set(name, (users.get(name) ?? 0) + 1);
  };
  const changeWorkspace = async (
    name: string,
    change: () => Promise<void>,
    usersAfterwards?: number,
  ): Promise<void> => {
    users.delete(name);
    await change();
    if (usersAfterwards !== undefined) users.set(name, usersAfterwards);
  };
  await store.initialize(settings);
  // The settings have three users.
  users.set('default', 3);
  const create = (name: string) =>
    store.create({ name, seed: 1, dialect: defaultDialect, base: createBase(1) });
  await create('b');
  users.set('b', 1);
  for (let index = 0; index < 8; index += 1) await addUser('b', `b-${index}`);
  await store.fork('b', 'fork');
  users.set('fork', 9);
  await addUser('fork', 'forked');
  await Promise.all(['c', 'd', 'e'].map(create));
  for (const name of ['c', 'd', 'e']) users.set(name, 1);
  await changeWorkspace('b', () => store.reset('b'), 1);
  await changeWorkspace('b', () => store.load('b', createBase(5), defaultDialect), 5);
  await changeWorkspace('fork', () => store.delete('fork'));
  await changeWorkspace('c', () => store.delete('c'));
  await store.close();
  recordMoment();
  return moments;
}

/** Returns the moment, and moments in which half of the next write to a file is done. */
function addTornWrites(
  moment: Moment,
  index: number,
  allMoments: readonly Moment[],
): readonly Moment[] {
  const moments = [moment];
  for (const [path, nextText] of allMoments[index + 1]?.files ?? []) {
    const text = moment.files.get(path);
    if (text === undefined || text === nextText || !nextText.startsWith(text)) continue;
    const tornText = nextText.slice(0, Math.ceil((text.length + nextText.length) / 2));
    moments.push({ ...moment, files: new Map(moment.files).set(path, tornText) });
  }
  return moments;
}
