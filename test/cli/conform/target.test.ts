/** A run leaves no data in a sandbox, and reports an unreachable target. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/reporting/report.ts';
import { createFolder } from '../../setup/folder.ts';
import { findFreePort } from '../../setup/listen.ts';
import { ClientApp, sendRequest, useSandbox } from '../../sandbox.ts';
import { runFlagbearer, walletAppEnv } from '../run-flagbearer.ts';

const sandbox = useSandbox();

/** Reads everything that a run could change. */
async function readState(baseUrl: string): Promise<unknown> {
  const paths = ['users', 'inbox', 'journal'].map((name) => `${baseUrl}/sandbox/${name}`);
  const responses = await Promise.all(
    [...paths, `${sandbox.url}/sandbox/workspaces`].map((url) => sendRequest(url)),
  );
  return responses.map(({ body }) => body);
}

describe('a run against a sandbox', { timeout: 60_000 }, () => {
  it.each([
    ['the default workspace', async () => sandbox.url],
    ['another workspace', async () => (await sandbox.workspace()).url],
  ])('changes no user, message, journal or workspace: %s', async (_, getBaseUrl) => {
    const baseUrl = await getBaseUrl();
    await new ClientApp(baseUrl).sendEmail('before@example.test');
    const stateBefore = await readState(baseUrl);
    const cwd = await createFolder({});
    const { exit, stdout } = await runFlagbearer(['conform', baseUrl], {
      cwd,
      env: walletAppEnv,
    });
    expect(exit).toBe(0);
    expect(await readState(baseUrl)).toEqual(stateBefore);
    const text = await readFile(join(cwd, 'conform-report/report.json'), 'utf8');
    const report: Report = JSON.parse(text);
    expect(report.target).toBe(baseUrl);
    const urls = report.results.flatMap(({ evidence }) =>
      evidence.map(({ request }) => request.url),
    );
    // A run sends many requests.
    expect(urls.length).toBeGreaterThan(100);
    expect(urls.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
    // No output contains the name of the temporary workspace in which the checks ran.
    expect(text.replaceAll(baseUrl, '')).not.toContain('/w/');
    expect(stdout.replaceAll(baseUrl, '')).not.toContain('/w/');
  });
});

describe('an unreachable target', () => {
  it('writes the reports, no dialect and no baseline, and exits with 3', async () => {
    const port = await findFreePort();
    const cwd = await createFolder({ 'kept/a.txt': '' });
    const files = ['--dialect-out', 'found/in/d.yaml', '--write-baseline', 'kept/known.yaml'];
    const args = ['conform', `http://127.0.0.1:${port}`, ...files];
    const { exit, stderr } = await runFlagbearer(args, { cwd, env: walletAppEnv });
    expect(exit).toBe(3);
    expect(stderr).toContain(`cannot reach http://127.0.0.1:${port}: connection refused`);
    expect(await readdir(join(cwd, 'conform-report'))).toContain('junit.xml');
    expect(await readdir(join(cwd, 'found/in'))).toEqual([]);
    expect(await readdir(join(cwd, 'kept'))).toEqual(['a.txt']);
  });
});
