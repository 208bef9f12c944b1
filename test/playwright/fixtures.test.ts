/** The fixtures in the real test runner of Playwright, with a new sandbox per worker and with a running sandbox. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { test as base } from '@playwright/test';
import { describe, expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/index.ts';
import { flagbearerFixtures } from '../../src/playwright/playwright.ts';

const CLI = 'node_modules/@playwright/test/cli.js';
const PROJECT = 'test/playwright/project';

interface Suite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly Suite[];
}

/** Runs the Playwright project in `project/`. Returns each test with its result. */
async function runProject(env: NodeJS.ProcessEnv): Promise<readonly [string, boolean][]> {
  const output = await mkdtemp(join(tmpdir(), 'flagbearer-playwright-'));
  onTestFinished(() => rm(output, { recursive: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      CLI,
      'test',
      '--config',
      PROJECT,
      '--tsconfig',
      `${PROJECT}/tsconfig.json`,
      '--output',
      output,
    ],
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
    // Not only some tests of the project ran.
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
