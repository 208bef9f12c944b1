/** The seal of a folder: its key, and what an earlier version had left in clear. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { aesSealings } from '../../../src/ports/sealing.ts';
import { StoreRefused } from '../../../src/store/store.ts';
import { baseOf, madeUser } from '../../engines/bases.ts';
import { storeOn } from './opened-store.ts';
import { randomFrom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const base = baseOf(3);
const start = { scenario: [], base, dialect: defaultDialect, seed: 1, clockStart: 0 };
const content = () => Object.fromEntries(disk.paths.map((path) => [path, disk.textOf(path)]));
const own = (text: string) => ({ key: { kind: 'text', text } }) as const;

let disk: SimulatedDisk;

async function begin(options: Parameters<typeof storeOn>[1] = {}): Promise<void> {
  disk = new SimulatedDisk(randomFrom(1));
  const store = await storeOn(disk, options);
  await store.begin({ ...start, chaos: 'off' });
  await store.write('default', (unit) => unit.putUser(madeUser('mine')));
  await store.close();
}

async function refusal(options: Parameters<typeof storeOn>[1] = {}): Promise<string> {
  const before = content();
  const error = await storeOn(disk, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(content()).toEqual(before);
  expect(error).toBeInstanceOf(StoreRefused);
  const { lines } = error as StoreRefused;
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('the key of a folder', () => {
  beforeEach(() => begin());

  it('is made at the first start, and lies in the folder unless it is elsewhere', async () => {
    expect(disk.textOf('/store/key')).toMatch(/^[0-9a-f]{64}\n$/);
    const elsewhere = { kind: 'file', path: '/keys/store' } as const;
    await disk.files().makeFolder('/keys');
    await disk.files().rename('/store/key', '/keys/store');
    expect(await refusal()).toMatch(/^the key file \/store\/key is missing; nothing in the store/);
    const store = await storeOn(disk, { key: elsewhere });
    expect(await store.read('default', (view) => view.userCount())).toBe(4);
    await store.close();
    expect(disk.textOf('/store/key')).toBeUndefined();
  });

  it('is told from another one, with --store-recover and --fresh too', async () => {
    const wrong = own(aesSealings.newKey());
    expect(await refusal(wrong)).toMatch(
      /^the store file:\/store was sealed with another key than the one given as --store-key/,
    );
    expect(await refusal({ ...wrong, broken: 'setAside' })).toContain('nothing in it was changed');
    disk.put('/store/key', `${aesSealings.newKey()}\n`);
    expect(await refusal()).toContain('another key than the one in /store/key');
  });

  it('is looked for before anything is made anew where its seal is gone', async () => {
    await disk.files().remove('/store/seal');
    expect(await refusal({ broken: 'setAside' })).toMatch(/^\/store\/seal is missing;/);
    disk.put('/store/seal', 'x');
    expect(await refusal()).toMatch(/^\/store\/seal: this is not as flagbearer wrote it/);
  });

  it('may be a passphrase, but none that is guessed', async () => {
    await begin(own('correct horse battery'));
    expect(disk.textOf('/store/key')).toBeUndefined();
    expect(await refusal(own('correct horse batterie'))).toContain('another key');
    expect(await refusal()).toContain('/store/key is missing');
    const store = await storeOn(disk, own('correct horse battery'));
    expect(await store.names()).toEqual(['default']);
    disk = new SimulatedDisk(randomFrom(1));
    await expect(storeOn(disk, own('secret'))).rejects.toThrow('too short');
    expect(disk.paths).toEqual([]);
  });

  it('comes back with the rest where an empty folder takes the place of the store', async () => {
    const store = await storeOn(disk);
    const [key, seal] = ['/store/key', '/store/seal'].map((path) => disk.textOf(path));
    disk.removeFolder('/store');
    await disk.files().makeFolder('/store');
    await store.write('default', (unit) => unit.putUser(madeUser('later')));
    expect(['/store/key', '/store/seal'].map((path) => disk.textOf(path))).toEqual([key, seal]);
    await store.close();
    const again = await storeOn(disk);
    expect(await again.read('default', (view) => view.userCount())).toBe(5);
  });
});

describe('a folder of format version 1', () => {
  /** Writes what is there as version 1 did: in clear, bases under their hashes, without key and seal. */
  async function unseal(): Promise<void> {
    const { salt } = JSON.parse(disk.textOf('/store/seal') ?? '') as { salt: string };
    const key = disk.textOf('/store/key')?.trim() ?? '';
    const sealing = await aesSealings.of(key, Buffer.from(salt, 'base64'));
    for (const path of disk.paths.filter((each) => each !== '/store/key')) {
      const { flagbearer: kind, sealed } = JSON.parse(disk.textOf(path) || '{}') as {
        flagbearer: string;
        sealed?: string;
      };
      if (sealed === undefined) continue;
      const file = path.split('/').at(-1) ?? '';
      const name = { index: '', base: base.hash }[kind] ?? file;
      const text = sealing.unseal(`${kind}/${name}`, Buffer.from(sealed, 'base64'));
      const sha256 = createHash('sha256').update(text).digest('hex');
      await disk.files().remove(path);
      disk.put(
        kind === 'base' ? `/store/bases/${base.hash}` : path,
        `{"flagbearer":"${kind}","version":1,"sha256":"${sha256}","content":${text}}\n`,
      );
    }
    for (const path of ['/store/key', '/store/seal']) await disk.files().remove(path);
  }

  beforeEach(async () => {
    await begin();
    await unseal();
  });

  it('is sealed at the next start, and holds what it held', async () => {
    expect(disk.textOf('/store/changes/default')).toContain('"mine"');
    const store = await storeOn(disk);
    expect(await store.read('default', (view) => view.userCount())).toBe(4);
    expect((await store.start())?.base.hash).toBe(base.hash);
    await store.close();
    expect(disk.paths.filter((path) => path.startsWith('/store/bases/'))).toHaveLength(1);
    for (const text of Object.values(content())) expect(text).not.toMatch(/mine|"version":1/);
    const again = await storeOn(disk);
    expect(await again.read('default', (view) => view.userCount())).toBe(4);
  });

  it('is sealed to the end where the power fails meanwhile, whenever that is', async () => {
    const before = content();
    let cuts = 0;
    for (let moment = 1; ; moment += 1) {
      disk = new SimulatedDisk(randomFrom(moment));
      for (const folder of ['bases', 'dialects', 'changes']) {
        await disk.files().makeFolder(`/store/${folder}`);
      }
      for (const [path, text] of Object.entries(before)) disk.put(path, text ?? '');
      void disk.failAfter(moment);
      const opened = await storeOn(disk).catch(() => undefined);
      disk.restart();
      const store = await storeOn(disk);
      expect(await store.read('default', (view) => view.userCount())).toBe(4);
      await store.close();
      for (const text of Object.values(content())) expect(text).not.toContain('"mine"');
      if (opened !== undefined) break;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(20);
  });

  it('with a file that was changed is refused as it was', async () => {
    const path = '/store/changes/default';
    disk.put(path, disk.textOf(path)?.replace('mine', 'thine') ?? '');
    const before = disk.textOf(path);
    await expect(storeOn(disk)).rejects.toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining('its checksum differs')]),
    });
    expect(disk.textOf(path)).toBe(before);
  });
});
