/** The file of --dialect-out: when it changes, and how a sandbox shows where it was detected. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { createFolder } from '../../setup/folder.ts';
import { sendRequest, useSandbox } from '../../sandbox.ts';
import { runFlagbearer, launch, walletAppEnv } from '../run-flagbearer.ts';

const sandbox = useSandbox();

/** Returns the dialect file that a run writes. */
async function detect(url: string, cwd: string): Promise<string> {
  const { exit, stderr } = await runFlagbearer(
    ['conform', url, '--only', '4.1.response', '--dialect-out', 'staging.yaml'],
    { cwd, env: walletAppEnv },
  );
  // 4: a run with --only can be incomplete.
  expect([0, 4], stderr).toContain(exit);
  return readFile(join(cwd, 'staging.yaml'), 'utf8');
}

describe('--dialect-out', () => {
  it('leaves the file byte-identical while the deployment stays the same', async () => {
    const { url } = await sandbox.workspace();
    const cwd = await createFolder({});
    const firstFile = await detect(url, cwd);
    expect(firstFile).toMatch(/^origin:\n {2}target: /m);
    for (let run = 0; run < 3; run++) expect(await detect(url, cwd)).toBe(firstFile);
  }, 120_000);
});

describe('a sandbox with a detected dialect', () => {
  it('shows the URL at which the dialect was detected', async () => {
    const { url } = await sandbox.workspace();
    const cwd = await createFolder({});
    await detect(url, cwd);
    const running = launch(['start', '--port', '0', '--dialect', 'staging.yaml'], { cwd });
    const base = (await running.nextLine()).split(' ').at(-1);
    const line = await running.nextLine();
    const { body: health } = await sendRequest(`${base}/sandbox/health`);
    expect(health.dialectOrigin).toEqual({
      target: url,
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      hash: health.dialectHash,
    });
    const { target, date, hash } = health.dialectOrigin;
    expect(line).toBe(`dialect: detected at ${target} on ${date}, hash ${hash.slice(0, 12)}`);
    running.sendSignal('SIGTERM');
    await running.result;
  }, 120_000);
});
