/** A file store is opened with damaged, missing or unused files; errors contain line and column. */
import { beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createDialect } from '../../contract/dialect-variations.ts';
import { StartError } from '../../../src/start-error.ts';
import { encodeLine } from '../../../src/store/file/file-format.ts';
import { createBase, createSettings, createUser } from '../../engines/bases.ts';
import { openStoreOnDisk } from './open-store-on-disk.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

let disk: SimulatedDisk;
/** Paths of the files of the workspace `b`. */
let log: string;
let snapshot: string;

beforeEach(async () => {
  disk = new SimulatedDisk(createSeededRandom(1));
  const store = await openStoreOnDisk(disk);
  await store.initialize(createSettings());
  await store.create({ name: 'b', seed: 1, dialect: defaultDialect, base: createBase(1) });
  await store.write('b', (unit) => unit.putUser(createUser('mine')));
  await store.write('b', (unit) => unit.putUser(createUser('other')));
  await store.close();
  log = findPath(/logs\/\d+\.b\.\d+\.0\.log$/);
  snapshot = findPath(/logs\/\d+\.b\.\d+\.json$/);
});

const findPath = (pattern: RegExp): string => disk.paths.find((path) => pattern.test(path)) ?? '';
const readAllFiles = () =>
  Object.fromEntries(disk.paths.map((path) => [path, disk.readText(path)]));
const editFile = (path: string, change: (text: string) => string) =>
  disk.put(path, change(disk.readText(path) ?? ''));
const toErrorLine = (problem: string): string =>
  `${problem}. Nothing in the store was changed. Restore the file from a backup, or delete the store folder (--store) to start without data`;

/** Opens the store, expects a start error and returns its lines. */
async function readErrorLines(): Promise<readonly string[]> {
  const error = await openStoreOnDisk(disk).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw new Error(`no start error: ${String(error)}`);
  return error.lines;
}

describe('a store', () => {
  const cases: Readonly<
    Record<string, [getPath: () => string, damage: (text: string) => string, problem: string]>
  > = {
    'has a damaged line': [
      () => log,
      (text) => text.replace('mine', 'thine'),
      ':2:1: the line was changed after it was written: wrong checksum',
    ],
    'has a damaged last line': [
      () => log,
      (text) => `${text.split('\n').slice(0, 2).join('\n')}\n{"a":\n`,
      ':3:6: the line ends too early',
    ],
    'has a missing line': [
      () => log,
      (text) => text.split('\n').toSpliced(1, 1).join('\n'),
      ':2:1: expected version 1, got version 2',
    ],
    'has another format': [
      () => log,
      (text) => text.replace('"format":1', '"format":9'),
      ':1:1: expected format 1, got 9',
    ],
    'is not a log': [
      () => log,
      () => '{"a": 1}\n',
      ':1:1: not a line of a store file: `crc` is missing',
    ],
    'is not JSON': [() => snapshot, () => '{"a":\n  hello}\n', ':1:6: the line ends too early'],
    'ends too early': [
      () => snapshot,
      (text) => text.slice(0, text.indexOf('\n') + 1),
      ':2:1: the file ends too early',
    ],
    'is a snapshot of another format': [
      () => snapshot,
      (text) => text.replace('"format":1', '"format":2'),
      ':1:1: expected format 1, got 2',
    ],
    'is a damaged base': [
      () => findPath(/logs\/base-/),
      (text) => text.replace('"u0"', '"u9"'),
      ':2:1: the line was changed after it was written: wrong checksum',
    ],
  };

  it.each(Object.entries(cases))(
    'is rejected and does not change if a file %s',
    async (_, testCase) => {
      const [getPath, damage, problem] = testCase;
      editFile(getPath(), damage);
      const before = readAllFiles();
      const [firstLine] = await readErrorLines();
      expect(firstLine).toBe(toErrorLine(`${getPath()}${problem}`));
      expect(readAllFiles()).toEqual(before);
    },
  );

  const files = [
    ['log', () => log],
    ['snapshot', () => snapshot],
    ['catalog', () => '/store/logs/catalog.json'],
  ] as const;

  it.each(files)('is rejected if the %s is missing', async (_, getPath) => {
    const path = getPath();
    await disk.createFiles().remove(path);
    expect(await readErrorLines()).toEqual([toErrorLine(`${path}: the file is missing`)]);
  });

  it.each(files)('is rejected if the %s cannot be read', async (_, getPath) => {
    const path = getPath();
    disk.getFailure = (operation, current) =>
      operation === 'read' && current === path ? 'EACCES' : undefined;
    expect(await readErrorLines()).toEqual([toErrorLine(`${path}: permission denied`)]);
  });

  it('is rejected if the last log is missing, and older logs are not removed', async () => {
    // A snapshot of version 2 with 0 patches. It continues in `.2.log`; `.0.log` and `.1.log` are older.
    const lines = [{ format: 1, version: 2 }, { patches: [] }, { patches: 0 }];
    disk.put(snapshot, lines.map(encodeLine).join(''));
    disk.put(log.replace('.0.log', '.1.log'), '');
    const before = readAllFiles();
    const missingLog = log.replace('.0.log', '.2.log');
    expect(await readErrorLines()).toEqual([toErrorLine(`${missingLog}: the file is missing`)]);
    expect(readAllFiles()).toEqual(before);
  });

  it('is rejected with two problems if two files are damaged', async () => {
    const otherSnapshot = findPath(/logs\/\d+\.default\.\d+\.json$/);
    for (const path of [snapshot, otherSnapshot]) editFile(path, () => '{"a": 1}\n');
    const problem = ':1:1: not a line of a store file: `crc` is missing';
    expect(await readErrorLines()).toEqual([
      toErrorLine(`${otherSnapshot}${problem}`),
      toErrorLine(`${snapshot}${problem}`),
    ]);
  });

  // 30 bytes are less than the first line.
  it.each([0, 30])('is rejected if a log is truncated to %d bytes', async (size) => {
    for (const path of [log, '/store/logs/catalog.0.log']) {
      editFile(path, (text) => text.slice(0, size));
      const before = readAllFiles();
      expect(await readErrorLines()).toEqual([toErrorLine(`${path}:1:1: the file ends too early`)]);
      expect(readAllFiles()).toEqual(before);
    }
  });

  // Line `lineCount + 1` of the catalog creates a workspace, whose log exists.
  it.each([
    [1, '2.default.1'],
    [3, '3.b.2'],
  ])('is rejected if the catalog ends after line %d, before %s', async (lineCount, lostLog) => {
    const path = '/store/logs/catalog.0.log';
    editFile(path, (text) => `${text.split('\n').slice(0, lineCount).join('\n')}\n`);
    const before = readAllFiles();
    const problem = `the file ends too early: the creation of ${lostLog} is missing`;
    expect(await readErrorLines()).toEqual([toErrorLine(`${path}:${lineCount + 1}:1: ${problem}`)]);
    expect(readAllFiles()).toEqual(before);
  });
});

describe('after a crash', () => {
  it('an incomplete last line is truncated', async () => {
    editFile(log, (text) => text.slice(0, -5));
    const store = await openStoreOnDisk(disk);
    expect(await store.read('b', (view) => view.countUsers())).toBe(2);
    await store.write('b', (unit) => unit.putUser(createUser('later')));
    await store.close();
    const reopened = await openStoreOnDisk(disk);
    expect(await reopened.read('b', (view) => view.countUsers())).toBe(3);
  });

  it('unused files are removed at the next start', async () => {
    const temporaryPath = '/store/logs/9.b.json.tmp';
    const unusedPath = '/store/logs/7.never.json';
    disk.put(temporaryPath, 'half');
    disk.put(unusedPath, disk.readText(snapshot) ?? '');
    const store = await openStoreOnDisk(disk);
    expect(await store.listNames()).toEqual(['default', 'b']);
    expect(disk.paths).not.toContain(temporaryPath);
    expect(disk.paths).not.toContain(unusedPath);
  });

  it('only unused bases are removed', async () => {
    const store = await openStoreOnDisk(disk);
    await store.load('b', createBase(9), defaultDialect);
    await store.close();
    const countBases = () => disk.paths.filter((path) => path.includes('/base-')).length;
    expect(countBases()).toBe(3);
    const reopened = await openStoreOnDisk(disk);
    expect(countBases()).toBe(2);
    expect(await reopened.read('b', (view) => view.countUsers())).toBe(9);
  });
});

it('a dialect is restored unchanged', async () => {
  const dialect = createDialect({ 'limits.bodyBytes': 777 });
  const store = await openStoreOnDisk(disk);
  await store.create({ name: 'c', seed: 1, dialect, base: createBase(1) });
  await store.close();
  const reopened = await openStoreOnDisk(disk);
  expect((await reopened.open('c')).settings.dialect).toEqual(dialect);
});
