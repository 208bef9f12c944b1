/** `flagbearer start --store file:DIR`: the data in the folder remains after the process exits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { ClientApp, sendRequest, TestWorkspace } from '../sandbox.ts';
import { createFolder } from '../setup/folder.ts';
import { listen } from '../setup/listen.ts';
import { executable, runFlagbearer, startFlagbearer, stop } from './run-flagbearer.ts';

const STORE = ['start', '--port', '0', '--json', '--store', 'file:data'];

const start = (cwd: string, ...options: readonly string[]) =>
  startFlagbearer(['--store', 'file:data', ...options], { cwd });

/** Signs in by email and returns the session token. An unknown address creates a new user. */
async function signIn(url: string, email: string): Promise<string> {
  const { body } = await new TestWorkspace(url, 'unused').signInByEmail(email);
  return body.sessionJwt;
}

const readUserStatus = async (url: string, session: string) =>
  (await new ClientApp(url).readUser(session)).status;

/** Returns the file name of the log of the default workspace. */
async function findLog(logs: string): Promise<string> {
  const names = await readdir(logs);
  return names.find((name) => /^\d+\.default\.\d+\.\d+\.log$/.test(name)) ?? '';
}

/** Creates a zombie: a process that has exited and whose parent never waits for it (Linux). */
async function startZombie(cwd: string): Promise<void> {
  const args = ['-c', '"$@" & exec sleep 60', 'sh', process.execPath, executable, ...STORE];
  const parent = spawn('sh', args, { cwd, env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  await once(parent.stdout, 'data');
  const { pid } = JSON.parse(await readFile(join(cwd, 'data/owner.json'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
}

describe('a file store', () => {
  it.runIf(process.platform === 'linux')('is taken over from a zombie process', async () => {
    const folder = await createFolder({});
    await startZombie(folder);
    await stop(await start(folder));
  });

  it('leaves unrelated files in its folder unchanged', async () => {
    const files = {
      'data/logs/customers': 'unrelated',
      'data/logs/old.tmp': 'unrelated',
      'data/bases/french': 'unrelated',
      'data/notes.tmp': 'unrelated',
    };
    const folder = await createFolder(files);
    await stop(await start(folder));
    await stop(await start(folder));
    for (const [path, content] of Object.entries(files)) {
      expect(await readFile(join(folder, path), 'utf8')).toBe(content);
    }
  });

  it('keeps its data after a normal exit and after a crash', async () => {
    const folder = await createFolder({});
    const first = await start(folder, '--scenario', 'kyc-in-review', '--seed', '7');
    const session = await signIn(first.url, 'rita@example.test');
    await sendRequest(`${first.url}/sandbox/workspaces`, { body: { name: 'mine' } });
    await stop(first);
    const second = await start(folder);
    expect(second).toMatchObject({ scenario: 'kyc-in-review', seed: 7 });
    expect(await readUserStatus(second.url, session)).toBe(200);
    const sessionInMine = await signIn(`${second.url}/w/mine`, 'otto@example.test');
    second.running.sendSignal('SIGKILL');
    await second.running.result;
    const third = await start(folder, '--scenario', 'kyc-in-review', '--seed', '7');
    expect(await readUserStatus(third.url, session)).toBe(200);
    expect(await readUserStatus(`${third.url}/w/mine`, sessionInMine)).toBe(200);
    await stop(third);
  }, 30_000);

  it('restarts with the name and clients of the scenario that was loaded last', async () => {
    const folder = await createFolder({});
    const first = await start(folder, '--scenario', 'empty');
    const clients = [{ id: 'x', secret: 'x-secret', accessToken: 'x-token' }];
    const document = { name: 'loaded', clients };
    await sendRequest(`${first.url}/sandbox/scenario`, { method: 'PUT', body: { document } });
    await stop(first);
    const second = await start(folder);
    expect(second).toMatchObject({ scenario: 'loaded', clients });
    await stop(second);
  });

  it('is neither deleted nor created if the port is in use', async () => {
    const folder = await createFolder({});
    const first = await start(folder, '--seed', '7');
    const session = await signIn(first.url, 'rita@example.test');
    await stop(first);
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await listen(other);
    const onPort = ['start', '--json', '--port', String(port)];
    const inUse = { exit: 2, stderr: expect.stringContaining(`port ${port} is in use`) };
    const reset = [...onPort, '--store', 'file:data', '--reset-store'];
    expect(await runFlagbearer(reset, { cwd: folder })).toMatchObject(inUse);
    const create = [...onPort, '--store', 'file:new'];
    expect(await runFlagbearer(create, { cwd: folder })).toMatchObject(inUse);
    expect(await readdir(folder)).toEqual(['data']);
    const second = await start(folder);
    expect(await readUserStatus(second.url, session)).toBe(200);
    await stop(second);
  });

  it('is rejected if the options differ from the options at its creation', async () => {
    const folder = await createFolder({
      'd.yaml': 'version: 1\nvalues: {user: {path: /me/user}}\n',
    });
    await stop(await start(folder, '--seed', '7'));
    const changedOptions = '--seed 8 --scenario empty --clock 2026-01-15T10:00:00Z'.split(' ');
    const { exit, stderr } = await runFlagbearer([...STORE, ...changedOptions], { cwd: folder });
    expect(exit).toBe(2);
    const advice =
      'Omit the option to use the stored data, or add --reset-store to delete the data';
    expect(stderr.trim().split('\n')).toEqual([
      `error: --scenario empty: the store was created with the scenario "default". ${advice}`,
      `error: --seed 8: the store was created with seed 7. ${advice}`,
      `error: --clock 2026-01-15T10:00:00Z: the store was created with no --clock. ${advice}`,
    ]);
    const other = await runFlagbearer([...STORE, '--dialect', 'd.yaml'], { cwd: folder });
    expect(other).toMatchObject({ exit: 2 });
    expect(other.stderr).toMatch(
      /^error: --dialect d.yaml: the store was created with another dialect\./,
    );
    const newSandbox = await start(folder, '--dialect', 'd.yaml', '--seed', '8', '--reset-store');
    expect(newSandbox.seed).toBe(8);
    await stop(newSandbox);
  }, 30_000);

  it('is rejected for a second process and after its scenario file changes', async () => {
    const folder = await createFolder({ 's.yaml': 'name: s\nusers: []\n' });
    const first = await start(folder, '--scenario', './s.yaml');
    const second = await runFlagbearer(STORE, { cwd: folder });
    expect(second).toMatchObject({ exit: 2, stdout: '' });
    expect(second.stderr).toMatch(/data: the store is in use by process \d+ on /);
    await stop(first);
    await writeFile(join(folder, 's.yaml'), 'name: s\nusers: [{key: a, emailAddress: a@b.test}]\n');
    const afterEdit = await runFlagbearer([...STORE, '--scenario', './s.yaml'], { cwd: folder });
    expect(afterEdit).toMatchObject({ exit: 2 });
    expect(afterEdit.stderr).toContain(
      '--scenario ./s.yaml: the file changed after the store was created',
    );
  }, 30_000);

  it('is rejected if a file is damaged, except for an incomplete last line', async () => {
    const folder = await createFolder({});
    const first = await start(folder, '--seed', '7');
    const session = await signIn(first.url, 'rita@example.test');
    await stop(first);
    const logs = join(folder, 'data/logs');
    const file = join(logs, await findLog(logs));
    const text = await readFile(file, 'utf8');
    await writeFile(file, `${text}{"crc":"0000`);
    const second = await start(folder);
    expect(await readUserStatus(second.url, session)).toBe(200);
    await stop(second);
    await writeFile(file, text.replace('rita@', 'otto@'));
    const afterDamage = await runFlagbearer(STORE, { cwd: folder });
    expect(afterDamage).toMatchObject({ exit: 2, stdout: '' });
    expect(afterDamage.stderr).toContain(`${file}:2:1: the line was changed after it was written`);
    expect(afterDamage.stderr).toMatch(/^[^\n]*\n$/);
    expect(await readFile(file, 'utf8')).toBe(text.replace('rita@', 'otto@'));
  }, 30_000);

  it.runIf(process.platform !== 'win32')(
    'is accessible only to its owner and follows no symbolic link',
    async () => {
      const folder = await createFolder({ 'outside.txt': 'unrelated' });
      const first = await start(folder);
      await signIn(first.url, 'rita@example.test');
      const logs = join(folder, 'data/logs');
      for (const path of ['data', 'data/logs']) {
        expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
      }
      for (const name of await readdir(logs)) {
        expect((await stat(join(logs, name))).mode & 0o777).toBe(0o600);
      }
      const file = join(logs, await findLog(logs));
      await rename(file, `${file}.aside`);
      await symlink(join(folder, 'outside.txt'), file);
      const sent = await new ClientApp(first.url).sendEmail('otto@example.test');
      expect(sent.status).toBe(503);
      expect(await readFile(join(folder, 'outside.txt'), 'utf8')).toBe('unrelated');
      await rename(`${file}.aside`, file);
      expect((await new ClientApp(first.url).sendEmail('otto@example.test')).status).toBe(200);
      await stop(first);
    },
  );

  it('prints one error if a file has the path of its folder', async () => {
    const folder = await createFolder({ data: 'a file' });
    const { exit, stderr } = await runFlagbearer(STORE, { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toMatch(
      /^error: --store file:.*: the store cannot be opened: a file exists where a folder is expected \(ENOTDIR\)\. Fix this, or use another path\.\n$/,
    );
  });

  // Linux has /proc, where no folder can be created.
  it.runIf(process.platform === 'linux')(
    'prints one error if its folder cannot be created',
    async () => {
      const folder = await createFolder({});
      const args = ['start', '--port', '0', '--store', 'file:/proc/flagbearer/data'];
      expect(await runFlagbearer(args, { cwd: folder })).toMatchObject({
        exit: 2,
        stderr:
          'error: --store file:/proc/flagbearer/data: the store cannot be opened: its folder is missing (ENOENT). Fix this, or use another path.\n',
      });
    },
  );
});
