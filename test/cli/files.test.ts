/** Input and output files that are links or named pipes, and their permissions. */
import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, stat, symlink, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { createFolder } from '../setup/folder.ts';
import { useSandbox } from '../sandbox.ts';
import { launch, runFlagbearer, startFlagbearer, stop } from './run-flagbearer.ts';

const sandbox = useSandbox();

// Windows has neither named pipes in folders nor file modes.
describe.skipIf(process.platform === 'win32')('an input file', () => {
  it.each([
    ['scenario check', ['scenario', 'check', './in.yaml']],
    ['scenario show', ['scenario', 'show', './in.yaml']],
    ['messages check', ['messages', 'check', 'in.yaml']],
    ['dialect show', ['dialect', 'show', 'in.yaml']],
    ['--scenario', ['start', '--port', '0', '--scenario', './in.yaml']],
    ['--dialect', ['start', '--port', '0', '--dialect', 'in.yaml']],
    ['--config', ['start', '--port', '0', '--config', 'in.yaml']],
    ['--baseline', ['conform', 'http://127.0.0.1:9', '--baseline', 'in.yaml']],
  ])('of %s is rejected immediately if it is a named pipe or a folder', async (_, args) => {
    const cwd = await createFolder({});
    const env = { FLAGBEARER_CLIENT_ID: 'qa', FLAGBEARER_CLIENT_SECRET: 'a-client-secret' };
    execFileSync('mkfifo', [join(cwd, 'in.yaml')]);
    const pipeResult = await runFlagbearer(args, { cwd, env });
    const otherCwd = await createFolder({ 'in.yaml/x': '' });
    const folderResult = await runFlagbearer(args, { cwd: otherCwd, env });
    for (const { exit, stdout, stderr } of [pipeResult, folderResult]) {
      expect(exit).toBe(2);
      // A check prints its findings to stdout.
      expect(`${stdout}${stderr}`).toMatch(/, not a file/);
      const errorCodeOrStack = /E[A-Z]{4,}:|^\s+at /m;
      expect(stderr).not.toMatch(errorCodeOrStack);
    }
  });
});

describe.skipIf(process.platform === 'win32')('an output file', () => {
  const writeReport = (cwd: string, ...args: readonly string[]) =>
    runFlagbearer(['client-report', sandbox.url, '--format', 'json', '-o', ...args], { cwd });

  it('replaces a symbolic link with --force and leaves the target of the link unchanged', async () => {
    const cwd = await createFolder({ victim: 'precious' });
    await symlink('victim', join(cwd, 'report.json'));
    expect(await writeReport(cwd, 'report.json')).toMatchObject({ exit: 2 });
    expect(await writeReport(cwd, 'report.json', '--force')).toMatchObject({ exit: 0 });
    expect((await lstat(join(cwd, 'report.json'))).isFile()).toBe(true);
    expect(await readFile(join(cwd, 'victim'), 'utf8')).toBe('precious');
  });

  it('is stdout if its name is -', async () => {
    const cwd = await createFolder({});
    const { exit, stdout } = await writeReport(cwd, '-');
    expect({ exit, report: JSON.parse(stdout) }).toMatchObject({ exit: 0, report: {} });
    expect(await readdir(cwd)).toEqual([]);
  });

  it('does not replace a folder, a device or a named pipe', async () => {
    const cwd = await createFolder({ 'folder/x': '' });
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    await symlink('pipe', join(cwd, 'link'));
    for (const [file, kind] of [
      ['folder', 'a folder'],
      ['/dev/null', 'a device'],
      ['pipe', 'a named pipe'],
      ['link', 'a named pipe'],
      ['/dev/stdout', 'a device'],
    ] as const) {
      expect(await writeReport(cwd, file, '--force')).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: --output: cannot write ${file}: it is ${kind}, not a file.\n`,
      });
    }
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it.each([
    [['--runtime'], 0o600],
    [[], 0o600],
    [['--without-secrets'], 0o644],
  ])(
    'of scenario export %j is readable only by its owner if it contains secrets',
    async (options, mode) => {
      const cwd = await createFolder({});
      const client = {
        id: 'qa',
        secret: 'a-secret-of-its-own',
        accessToken: 'a-token-of-its-own',
      };
      const scenario = { name: 'mine', clients: [client], users: [] };
      const { url } = await sandbox.workspace({ scenario });
      const args = ['scenario', 'export', url, ...options, '-o', 'out.yaml'];
      expect((await runFlagbearer(args, { cwd })).exit).toBe(0);
      const umask = process.umask();
      expect((await stat(join(cwd, 'out.yaml'))).mode & 0o777).toBe(mode & ~umask);
    },
  );

  it('of exec --report-dir is not written through a symbolic link', async () => {
    const cwd = await createFolder({ victim: 'precious', 'reports/x': '' });
    await symlink('../victim', join(cwd, 'reports/client-report.html'));
    const args = ['exec', '--report-dir', 'reports', '--', process.execPath, '-e', ''];
    expect((await runFlagbearer(args, { cwd })).exit).toBe(0);
    expect(await readFile(join(cwd, 'victim'), 'utf8')).toBe('precious');
    expect(await readFile(join(cwd, 'reports/client-report.html'), 'utf8')).toMatch(/^<!doctype/);
  });

  it('of proxy is not written through a symbolic link: a report and the journal', async () => {
    const cwd = await createFolder({ victim: 'precious', 'proxy-report/x': '' });
    const names = ['journal.jsonl', 'report.html'];
    for (const name of names) await symlink('../victim', join(cwd, 'proxy-report', name));
    const proxy = launch(['proxy', sandbox.url, '--port', '0', '--json'], { cwd });
    const { url } = JSON.parse(await proxy.nextLine());
    await fetch(`${url}/user`);
    proxy.sendSignal('SIGTERM');
    await proxy.result;
    expect(await readFile(join(cwd, 'victim'), 'utf8')).toBe('precious');
    for (const name of names) {
      expect((await lstat(join(cwd, 'proxy-report', name))).isFile()).toBe(true);
    }
  });
});

describe.skipIf(process.platform === 'win32')('the folder of a file store', () => {
  const args = ['start', '--port', '0', '--json', '--store', 'file:data'];

  const startAndStop = async (cwd: string) =>
    stop(await startFlagbearer(['--store', 'file:data'], { cwd }));

  it('causes a warning if other users can read it', async () => {
    const cwd = await createFolder({});
    expect((await startAndStop(cwd)).stderr).not.toContain('other users');
    await chmod(join(cwd, 'data'), 0o755);
    expect((await startAndStop(cwd)).stderr).toMatch(
      /chmod 700 .*other users can read the store folder/,
    );
  });

  it('is rejected if it contains a folder that is a symbolic link', async () => {
    const cwd = await createFolder({ 'elsewhere/x': '', 'data/x': '' });
    await symlink('../elsewhere', join(cwd, 'data/logs'));
    const { exit, stderr } = await runFlagbearer(args, { cwd });
    expect(exit).toBe(2);
    expect(stderr).toContain('its folder is a symbolic link (ELOOP)');
  });

  it('is not written through a symbolic link', async () => {
    const cwd = await createFolder({ victim: 'precious' });
    await mkdir(join(cwd, 'data/logs'), { mode: 0o700, recursive: true });
    // The store writes this file before it renames it to catalog.json.
    await symlink('../../victim', join(cwd, 'data/logs/catalog.json.tmp'));
    await startAndStop(cwd);
    expect(await readFile(join(cwd, 'victim'), 'utf8')).toBe('precious');
  });
});
