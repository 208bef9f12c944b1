import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { startSandbox } from '../../../src/testkit/start-sandbox.ts';
import { createFolder } from '../../setup/folder.ts';

it('a workspace can be named con: no file gets this name, which Windows reserves for a device', async () => {
  const folder = await createFolder({});
  const store = `file:${folder}`;
  const sandbox = await startSandbox({ scenario: 'empty', store });
  await sandbox.workspace({ name: 'con' });
  await sandbox.close();
  const names = await readdir(join(folder, 'logs'));
  // The log and the snapshot of the workspace.
  expect(names.filter((name) => name.includes('con'))).toHaveLength(2);
  expect(names.filter((name) => /^con\b/.test(name))).toEqual([]);

  await using restarted = await startSandbox({ scenario: 'empty', store });
  expect((await fetch(`${restarted.url}/w/con/sandbox/health`)).status).toBe(200);
});
