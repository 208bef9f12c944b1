import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../../src/testkit/start-sandbox.ts';

it('a workspace can have the name of a device on Windows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-device-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = `file:${folder}`;
  const before = await startSandbox({ scenario: 'empty', store });
  await before.workspace({ name: 'con' });
  await before.close();
  const names = await readdir(join(folder, 'logs'));
  expect(names.filter((name) => name.includes('con'))).toHaveLength(2);
  expect(names.filter((name) => /^con\b/.test(name))).toEqual([]);

  const after = await startSandbox({ scenario: 'empty', store });
  const known = await fetch(`${after.url}/w/con/sandbox/health`);
  await after.close();
  expect(known.status).toBe(200);
});
