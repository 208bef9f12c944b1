/** A process that is killed between any two operations on its files, or in the middle of a write. */
import { isDeepStrictEqual } from 'node:util';

import { expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createBase, createUser } from '../../engines/bases.ts';
import { openDisk } from './open-disk.ts';
import { createRandom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const start = {
  scenario: [],
  base: createBase(3),
  dialect: defaultDialect,
  seed: 1,
  clockStart: 0,
  chaos: 'off' as const,
};
/** Small enough that logs are compacted. */
const options = { compactAt: 1000 };

interface Moment {
  readonly files: ReadonlyMap<string, string>;
  /** The acknowledged users of each workspace that is not being replaced or deleted. */
  readonly users: ReadonlyMap<string, number>;
}

it('every state of its files opens with all that was acknowledged', async () => {
  const moments = await record();
  const seen = new Set<string>();
  for (const { files, users } of moments.flatMap(listTornWrites)) {
    for (const path of files.keys()) seen.add(path.replace(/.*\//, ''));
    const disk = new SimulatedDisk(createRandom(1));
    for (const [path, text] of files) disk.put(path, text);
    // The second start finds what the first has left.
    for (const added of [0, 1]) {
      const store = await openDisk(disk, options);
      await store.initialize((await store.readSettings()) ?? start);
      const names = await store.listNames();
      for (const [name, count] of users) {
        expect(names).toContain(name);
        const found = await store.read(name, (view) => view.userCount());
        expect(found).toBeGreaterThanOrEqual(count + (name === 'default' ? added : 0));
      }
      await store.write('default', (unit) => unit.putUser(createUser('later')));
      await store.close();
    }
  }
  // The states include all kinds of files.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'catalog.json.tmp',
      'catalog.0.log',
      '2.default.1.0.log',
      '3.b.2.json',
    ]),
  );
  expect([...seen].filter((name) => /^catalog\.\d+\.log$/.test(name)).length).toBeGreaterThan(1);
});

it('an interrupted first start leaves an empty store', async () => {
  const [first = new Map<string, string>()] = (await record())
    .map(({ files }) => files)
    .filter((files) => files.has('/store/logs/catalog.0.log'));
  const disk = new SimulatedDisk(createRandom(1));
  for (const [path, text] of first) disk.put(path, text);
  expect(disk.paths).toEqual(['/store/logs/catalog.0.log']);
  const store = await openDisk(disk);
  expect(await store.readSettings()).toBeUndefined();
  expect(await store.initialize(start)).toBe(start);
});

/** Records the files before each operation of a process. */
async function record(): Promise<readonly Moment[]> {
  const disk = new SimulatedDisk(createRandom(1));
  const moments: Moment[] = [];
  const users = new Map<string, number>();
  const look = (): undefined => {
    const files = new Map(disk.paths.map((path) => [path, disk.readText(path) ?? '']));
    // Of equal states, the last has the most acknowledged changes.
    if (isDeepStrictEqual(moments.at(-1)?.files, files)) moments.pop();
    moments.push({ files, users: new Map(users) });
  };
  disk.fails = look;
  const store = await openDisk(disk, options);
  const add = async (name: string, id: string): Promise<void> => {
    await store.write(name, (unit) => unit.putUser(createUser(id)));
    users.set(name, (users.get(name) ?? 0) + 1);
  };
  const finishChange = async (
    name: string,
    change: () => Promise<void>,
    left?: number,
  ): Promise<void> => {
    users.delete(name);
    await change();
    if (left !== undefined) users.set(name, left);
  };
  await store.initialize(start);
  users.set('default', 3);
  const create = (name: string) =>
    store.create({ name, seed: 1, dialect: defaultDialect, base: createBase(1) });
  await create('b');
  users.set('b', 1);
  for (let at = 0; at < 8; at += 1) await add('b', `b-${at}`);
  await store.fork('b', 'fork');
  users.set('fork', 9);
  await add('fork', 'own');
  await Promise.all(['c', 'd', 'e'].map(create));
  for (const name of ['c', 'd', 'e']) users.set(name, 1);
  await finishChange('b', () => store.reset('b'), 1);
  await finishChange('b', () => store.load('b', createBase(5), defaultDialect), 5);
  await finishChange('fork', () => store.delete('fork'));
  await finishChange('c', () => store.delete('c'));
  await store.close();
  look();
  return moments;
}

/** Adds states in which the next write is incomplete. */
function listTornWrites(moment: Moment, index: number, all: readonly Moment[]): readonly Moment[] {
  const torn = [...(all[index + 1]?.files ?? [])].flatMap(([path, text]) => {
    const before = moment.files.get(path);
    if (before === undefined || text === before || !text.startsWith(before)) return [];
    const half = text.slice(0, Math.ceil((before.length + text.length) / 2));
    return [{ ...moment, files: new Map(moment.files).set(path, half) }];
  });
  return [moment, ...torn];
}
