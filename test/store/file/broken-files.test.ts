/** Files that can't be read: named with their place, kept as they are, set aside on request. */
import { beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { StoreRefused } from '../../../src/store/store.ts';
import { baseOf, madeUser } from '../../engines/bases.ts';
import { storeOn } from './opened-store.ts';
import { randomFrom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const WS = 'default';

let disk: SimulatedDisk;

beforeEach(async () => {
  disk = new SimulatedDisk(randomFrom(1));
  const store = await storeOn(disk);
  const base = baseOf(3);
  await store.begin({
    scenario: [],
    base,
    dialect: defaultDialect,
    seed: 1,
    clockStart: 0,
    chaos: 'off',
  });
  await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: baseOf(1) });
  await store.write('b', (unit) => unit.putUser(madeUser('mine')));
  await store.close();
});

const pathOf = (kind: 'bases' | 'dialects') =>
  disk.paths.find((path) => path.startsWith(`/store/${kind}/`)) ?? '';
const content = () => Object.fromEntries(disk.paths.map((path) => [path, disk.textOf(path)]));
const edit = (path: string, change: (text: string) => string) =>
  disk.put(path, change(disk.textOf(path) ?? ''));

/** Each line says all by itself. */
const told = (problem: string) =>
  `${problem}; nothing in the store was changed: bring the file back from a backup, or start with --store-recover, which sets it aside under another name and goes on without what it held`;

async function linesOf(opening: Promise<unknown>): Promise<readonly string[]> {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreRefused)) throw new Error(`not refused: ${String(error)}`);
  return error.lines;
}

describe('a store with a file that', () => {
  const cases: Readonly<
    Record<string, [path: string, change: (text: string) => string, line: string]>
  > = {
    'ends too early': [
      '/store/changes/b',
      (text) => text.slice(0, 40),
      ':1:41: the file ends too early',
    ],
    'is empty': ['/store/index', () => '', ':1:1: the file ends too early'],
    'is no JSON': [
      '/store/changes/b',
      () => '{"a":\n  hello}',
      ':2:3: this is no JSON from here on',
    ],
    'is something else': [
      '/store/changes/b',
      () => '{"a": 1}',
      ':1:1: this is no file of the kind "changes" of a store',
    ],
    'has another version': [
      '/store/changes/b',
      (text) => text.replace('"version":2', '"version":9'),
      ':1:25: the file has format version 9; this flagbearer reads version 2 and before',
    ],
    'was changed': [
      '/store/changes/b',
      (text) => text.replace(/(?<="sealed":".{80})./, (sign) => (sign === 'A' ? 'B' : 'A')),
      ':1:37: the file is not as flagbearer wrote it here: its seal is broken',
    ],
    'belongs elsewhere': [
      '/store/changes/b',
      () => disk.textOf('/store/changes/default') ?? '',
      ':1:37: the file is not as flagbearer wrote it here: its seal is broken',
    ],
  };

  it.each(Object.entries(cases))('%s is refused, and nothing in it changes', async (_, given) => {
    const [path, change, line] = given;
    edit(path, change);
    const before = content();
    const lines = await linesOf(storeOn(disk));
    expect(lines[0]).toBe(told(`${path}${line}`));
    expect(content()).toEqual(before);
  });

  it('is missing is refused', async () => {
    await disk.files().remove('/store/changes/b');
    expect(await linesOf(storeOn(disk))).toContain(told('/store/changes/b: the file is missing'));
    await disk.files().remove('/store/index');
    expect(await linesOf(storeOn(disk))).toContain(told('/store/index: the file is missing'));
  });

  it('others rest on is refused, and all of them are named', async () => {
    edit(pathOf('dialects'), () => 'x');
    const lines = await linesOf(storeOn(disk));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(told(`${pathOf('dialects')}:1:1: this is no JSON from here on`));
    expect(lines[1]).toBe(told("/store/changes/default: it rests on a file that can't be read"));
  });
});

describe('--store-recover', () => {
  it('sets aside what can not be read, and goes on with the rest', async () => {
    edit('/store/changes/b', () => 'broken');
    const store = await storeOn(disk, { broken: 'setAside' });
    expect(await store.names()).toEqual([WS]);
    expect(disk.textOf('/store/changes/b.broken-20260101T000000000Z')).toBe('broken');
    await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: baseOf(1) });
    await store.close();
    const again = await storeOn(disk);
    expect(await again.read('b', (view) => view.userCount())).toBe(1);
    expect(disk.textOf('/store/changes/b.broken-20260101T000000000Z')).toBe('broken');
  });

  it('finds the workspaces without an index', async () => {
    edit('/store/index', () => '[]');
    const store = await storeOn(disk, { broken: 'setAside' });
    expect(await store.names()).toEqual(['b', WS]);
    expect(await store.start()).toBeUndefined();
    expect(await store.read('b', (view) => view.userCount())).toBe(2);
    expect(disk.textOf('/store/index.broken-20260101T000000000Z')).toBe('[]');
  });

  it('sets aside what rests on a base that can not be read', async () => {
    edit(pathOf('bases'), () => '{}');
    const store = await storeOn(disk, { broken: 'setAside' });
    expect(await store.names()).toHaveLength(1);
    expect(disk.paths.filter((path) => path.includes('.broken-'))).toHaveLength(2);
  });
});

describe('what a crash has left over', () => {
  it('is removed at the next start', async () => {
    const [tmp, orphan] = ['/store/changes/b.tmp', '/store/changes/never'];
    disk.put(tmp, 'half');
    disk.put(orphan, disk.textOf('/store/changes/b') ?? '');
    const store = await storeOn(disk);
    expect(await store.names()).toEqual([WS, 'b']);
    expect([disk.textOf(tmp), disk.textOf(orphan)]).toEqual([undefined, undefined]);
  });

  it('is a base that nothing rests on any more, and never one that something does', async () => {
    const store = await storeOn(disk);
    await store.load('b', baseOf(9), defaultDialect);
    await store.close();
    expect(disk.paths.filter((path) => path.includes('/bases/'))).toHaveLength(3);
    const again = await storeOn(disk);
    expect(disk.paths.filter((path) => path.includes('/bases/'))).toHaveLength(2);
    expect(await again.read('b', (view) => view.userCount())).toBe(9);
  });
});

describe('a dialect', () => {
  it('comes back as it was, with the defaults of keys that have come since', async () => {
    const dialect: Dialect = {
      ...defaultDialect,
      limits: { ...defaultDialect.limits, bodyBytes: 777 },
    };
    const store = await storeOn(disk);
    await store.create({ name: 'odd', seed: 1, dialect, base: baseOf(1) });
    await store.close();
    const again = await storeOn(disk);
    expect((await again.open('odd')).settings.dialect).toEqual(dialect);
    await again.write('odd', (unit) => unit.putUser(madeUser('x')));
    await again.close();
    expect((await (await storeOn(disk)).open('odd')).settings.dialect).toEqual(dialect);
  });
});
