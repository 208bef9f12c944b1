import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileNameForLog, logForFileName } from '../../../src/store/file/file-format.ts';
import { startSandbox } from '../../../src/testkit/start-sandbox.ts';

describe('the file name of a log', () => {
  it.each([
    ['con.1', 'con_.1'],
    ['nul.12.journal', 'nul_.12.journal'],
    ['lpt1.3', 'lpt1_.3'],
    ['aux', 'aux_'],
  ])('is not a device name on Windows: %s', (log, name) => {
    expect(fileNameForLog(log)).toBe(name);
    expect(logForFileName(name)).toBe(log);
  });

  it.each(['catalog', 'default.1', 'console.1', 'com10.1', 'base-0af3'])(
    'is unchanged: %s',
    (log) => {
      expect(fileNameForLog(log)).toBe(log);
      expect(logForFileName(log)).toBe(log);
    },
  );
});

it('a workspace can have a device name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-device-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = `file:${folder}`;
  const before = await startSandbox({ scenario: 'empty', store });
  await before.workspace({ name: 'con' });
  await before.close();
  const names = await readdir(join(folder, 'logs'));
  expect(names.filter((name) => name.startsWith('con'))).toEqual(
    names.filter((name) => name.startsWith('con_.')),
  );

  const after = await startSandbox({ scenario: 'empty', store });
  const known = await fetch(`${after.url}/w/con/sandbox/health`);
  await after.close();
  expect(known.status).toBe(200);
});
