/** The fixtures in the real test runner of Playwright, with a new sandbox per worker and with a running sandbox. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { test as base } from '@playwright/test';
import { describe, expect, it } from 'vitest';

import { startSandbox } from '../../src/index.ts';
import { flagbearerFixtures } from '../../src/playwright/playwright.ts';
import { createFolder } from '../setup/folder.ts';

const CLI = 'node_modules/@playwright/test/cli.js';
const PROJECT = 'test/playwright/project';

interface Suite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly Suite[];
}

/** Runs the Playwright project in `project/`. Returns each test with its result. */
async function runProject(env: NodeJS.ProcessEnv): Promise<readonly [string, boolean][]> {
  const options = ['--config', PROJECT, '--tsconfig', `${PROJECT}/tsconfig.json`];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'test', ...options, '--output', await createFolder({})],
    { env: { ...process.env, CHROMIUM_PATH: await chromium.executablePath(), ...env } },
  ).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${stdout}\n${stderr}`);
  });
  return listResults(JSON.parse(stdout) as Suite);
}

function listResults({ specs = [], suites = [] }: Suite): readonly [string, boolean][] {
  return [
    ...specs.map(({ title, ok }): [string, boolean] => [title, ok]),
    ...suites.flatMap(listResults),
  ];
}

describe('flagbearer/playwright', () => {
  it('provides tests with a sandbox, a workspace and a wallet', async () => {
    const results = await runProject({});
    // More than a few tests of the project ran.
    expect(results.length).toBeGreaterThan(10);
    expect(results.filter(([, ok]) => !ok)).toEqual([]);
  });

  it('uses a running sandbox', async () => {
    await using sandbox = await startSandbox();
    const results = await runProject({ FLAGBEARER_URL: sandbox.url });
    expect(results.filter(([, ok]) => !ok)).toEqual([]);
  });

  it('rejects a URL together with options of a sandbox', () => {
    const options = { url: 'http://127.0.0.1:4020', sandbox: { seed: 1 } };
    expect(() => flagbearerFixtures(base, options)).toThrow('remove sandbox or url');
  });
});
