import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { toNetworkIdentity, createWallet, useSandbox } from '../sandbox.ts';
import { respondJson, startUpstream } from './proxy/upstream.ts';
import { runFlagbearer } from './run-flagbearer.ts';
import { expectValidJunit } from '../reporting/read-junit.ts';

const sandbox = useSandbox();
const sandboxWithToken = useSandbox({ controlToken: 'let-me-in' });

function runClientReport(url: string, ...args: readonly string[]) {
  return runFlagbearer(['client-report', url, ...args]);
}

describe('flagbearer client-report', () => {
  it('prints the report of the workspace in the URL; --workspace takes precedence', async () => {
    const { url, name } = await createWorkspaceWithMistake();
    const otherHost = sandbox.url.replace('127.0.0.1', 'other.localhost');
    const [byUrl, ...byName] = await Promise.all([
      runClientReport(url),
      runClientReport(sandbox.url, '--workspace', name),
      runClientReport(`${sandbox.url}/w/default/sandbox`, '--workspace', name),
      runClientReport(otherHost, '--workspace', name),
    ]);
    expect(byUrl).toMatchObject({ exit: 0, stderr: '' });
    expect(byUrl.stdout).toMatch(/^# Client report\n\n❌ \*\*Rules violated: 1/);
    expect(byName).toEqual([byUrl, byUrl, byUrl]);
  });

  it('exits with 2 for an unknown workspace, and names it', async () => {
    const { exit, stderr } = await runClientReport(sandbox.url, '--workspace', 'nowhere');
    expect(exit).toBe(2);
    expect(stderr).toBe(
      `error: ${sandbox.url}/w/nowhere: unknown workspace. Check its name: GET /sandbox/workspaces lists all workspaces.\n`,
    );
  });

  it('exits with 2 for a URL that selects two workspaces', async () => {
    const message = 'Path, header and host name select different workspaces.';
    const { url } = await startUpstream(respondJson(400, { code: 'workspaceConflict', message }));
    expect(await runClientReport(url)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${url}: ${message}\n`,
    });
  });

  it('exits with 1 and prints the reason if a --fail-on condition is met', async () => {
    const { url } = await createWorkspaceWithMistake();
    const [failedConditions, coverage, noRequests] = await Promise.all([
      runClientReport(url, '--fail-on', 'mistakes', '--fail-on', 'coverage:90'),
      runClientReport(url, '--fail-on', 'coverage:0'),
      runClientReport((await sandbox.workspace()).url, '--fail-on', 'mistakes'),
    ]);
    expect(failedConditions.exit).toBe(1);
    expect(failedConditions.stderr).toBe(
      'error: 1 rule violated: network-unknown.\nerror: Coverage is 0 %, less than 90 %.\n',
    );
    expect([coverage.exit, noRequests.exit]).toEqual([0, 0]);
  });

  it('warns about a workspace without requests, and exits with 1 if a coverage is required', async () => {
    const { url, name } = await sandbox.workspace();
    const mistakes = await runClientReport(url, '--fail-on', 'mistakes');
    expect(mistakes.stdout).toMatch(
      /^# Client report\n\n⚠️ \*\*No requests, nothing was checked, coverage 0 %/,
    );
    expect(mistakes.stderr).toMatch(
      new RegExp(`^warning: no request reached the workspace ${name}, .* --workspace NAME\\.\\n$`),
    );
    expect(await runClientReport(url)).toMatchObject({ exit: 0, stderr: '' });
    const coverage = await runClientReport(url, '--fail-on', 'coverage:0');
    expect(coverage.exit).toBe(1);
    expect(coverage.stderr).toContain(
      'error: Coverage is unknown: the sandbox received no request. Point the tests at the sandbox.\n',
    );
  });

  it('writes each format to a file, and overwrites an existing file only with --force', async () => {
    const cwd = await createFolder({ 'report.json': 'old' });
    const { url } = await createWorkspaceWithMistake();
    const writeReport = async (format: string, file: string, ...options: readonly string[]) => {
      const args = ['client-report', url, '--format', format, '-o', file, ...options];
      const result = await runFlagbearer(args, { cwd });
      expect(result).toEqual({ exit: 0, stdout: '', stderr: '' });
      return readFile(join(cwd, file), 'utf8');
    };
    expect(await runFlagbearer(['client-report', url, '-o', 'report.json'], { cwd })).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: --output: cannot write report.json: it already exists. Replace it with --force.\n',
    });
    const json = JSON.parse(await writeReport('json', 'report.json', '--force'));
    expect(json).toMatchObject({ schemaVersion: 1, mistakes: [{ rule: 'network-unknown' }] });
    expect(await writeReport('html', 'report.html')).toMatch(/^<!doctype html>/);
    await expectValidJunit(await writeReport('junit', 'junit.xml'));
    const missingFolder = ['client-report', url, '-o', 'nowhere/report.md'];
    expect(await runFlagbearer(missingFolder, { cwd })).toMatchObject({ exit: 2 });
  });

  it('exits with 2 if the control token is missing or an option is invalid', async () => {
    const [missingToken, unknownCondition, invalidPercent] = await Promise.all([
      runClientReport(sandboxWithToken.url),
      runClientReport(sandbox.url, '--fail-on', 'everything'),
      runClientReport(sandbox.url, '--fail-on', 'coverage:101'),
    ]);
    expect([missingToken.exit, unknownCondition.exit, invalidPercent.exit]).toEqual([2, 2, 2]);
    expect(missingToken.stderr).toMatch(/--control-token/);
    expect(unknownCondition.stderr).toMatch(
      /^error: --fail-on: expected mistakes, or coverage:PERCENT with .*, got "everything"/,
    );
    expect(
      await runClientReport(sandboxWithToken.url, '--control-token', 'let-me-in'),
    ).toMatchObject({
      exit: 0,
    });
  });

  it('exits with 3 if the sandbox is unreachable', async () => {
    expect(await runClientReport('http://127.0.0.1:9')).toMatchObject({ exit: 3, stdout: '' });
  });
});

async function createWorkspaceWithMistake() {
  const workspace = await sandbox.workspace();
  await workspace.client().start(toNetworkIdentity(createWallet(), 'BITCOIN'));
  return workspace;
}
