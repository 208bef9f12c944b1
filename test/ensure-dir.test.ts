import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { ensureDir } from '../src/ensure-dir.ts';
import { createFolder } from './setup/folder.ts';

const isWindows = process.platform === 'win32';

describe('ensureDir', () => {
  it('creates nested folders and returns the topmost new one', async () => {
    const folder = await createFolder({});
    expect(await ensureDir(join(folder, 'a/b/c'), 0o700)).toBe(join(folder, 'a'));
    const { mode } = await stat(join(folder, 'a/b/c'));
    // Windows has no modes.
    expect(mode & 0o777).toBe(isWindows ? 0o666 : 0o700);
    expect(await ensureDir(join(folder, 'a/d'))).toBe(join(folder, 'a/d'));
  });

  it('returns undefined for an existing folder', async () => {
    const folder = await createFolder({});
    expect(await ensureDir(folder)).toBeUndefined();
  });

  it('creates the same folder concurrently', async () => {
    const folder = await createFolder({});
    const path = join(folder, 'a/b');
    await Promise.all([ensureDir(path), ensureDir(path)]);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it.each(['taken', 'taken/below'])('fails if the path contains a file: %s', async (path) => {
    const folder = await createFolder({ taken: 'a file' });
    await expect(ensureDir(join(folder, path))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')(
    'fails in /proc, where folders cannot be created',
    async () => {
      await expect(ensureDir('/proc/flagbearer/a')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
