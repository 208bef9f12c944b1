import { chmod, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { hasSignals, launch } from './run-flagbearer.ts';

/** From version 22 on, Node has its own compile cache. */
const hasNodeCompileCache = Number(process.versions.node.split('.')[0]) >= 22;

describe.skipIf(hasNodeCompileCache || !hasSignals)('the compile cache of flagbearer start', () => {
  it('is reused by the next start', async () => {
    const folder = await createFolder({});
    await startAndStop(folder);
    const [cached = '', ...otherFiles] = await listCachedFiles(folder);
    expect(otherFiles).toEqual([]);
    const { mtimeMs } = await stat(cached);
    await startAndStop(folder);
    expect(await stat(cached)).toMatchObject({ mtimeMs });
  });

  it('is rebuilt if it is damaged', async () => {
    const folder = await createFolder({});
    await startAndStop(folder);
    const [cached = ''] = await listCachedFiles(folder);
    await writeFile(cached, 'no code');
    await startAndStop(folder);
    expect((await stat(cached)).size).toBeGreaterThan(100_000);
  });

  it('is not used in a folder that other users can write to', async () => {
    const folder = await createFolder({});
    await startAndStop(folder);
    const [cached = ''] = await listCachedFiles(folder);
    await rm(cached);
    await chmod(join(cached, '..'), 0o777);
    await startAndStop(folder);
    expect(await listCachedFiles(folder)).toEqual([]);
  });

  it('is not used through a symbolic link', async () => {
    const folder = await createFolder({});
    await startAndStop(folder);
    const [cached = ''] = await listCachedFiles(folder);
    const cacheFolder = join(cached, '..');
    await rm(cacheFolder, { recursive: true });
    const linkTarget = await createFolder({});
    await symlink(linkTarget, cacheFolder);
    await startAndStop(folder);
    expect(await readdir(linkTarget)).toEqual([]);
  });
});

/** Starts and stops a sandbox that also loads modules outside the cache: for generated users and metrics. */
async function startAndStop(folder: string): Promise<void> {
  const scenario = join(folder, 'people.yaml');
  await writeFile(scenario, 'name: people\nusers: []\ngenerate: {seed: 7, users: 3}\n');
  const args = ['start', '--port', '0', '--scenario', scenario];
  const sandbox = launch(args, { env: { TMPDIR: folder } });
  const url = (await sandbox.nextLine()).replace('flagbearer listening on ', '');
  const metrics = await fetch(`${url}/sandbox/metrics`);
  expect(await metrics.text()).toContain('process_cpu');
  sandbox.sendSignal('SIGTERM');
  expect(await sandbox.result).toMatchObject({
    exit: 0,
    // No stack trace.
    stderr: expect.not.stringContaining('at '),
  });
}

async function listCachedFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder);
  const cacheFolder = entries.find((name) => name.startsWith('flagbearer-')) ?? '';
  const names = await readdir(join(folder, cacheFolder));
  return names.map((name) => join(folder, cacheFolder, name));
}
