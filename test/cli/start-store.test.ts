/** `flagbearer start --store file:DIR`: what a folder holds outlasts the process. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { ClientApp, call } from '../sandbox.ts';
import { inFolder } from '../config/in-folder.ts';
import { flagbearer, launch } from './flagbearer.ts';
import type { Running } from './flagbearer.ts';

const STORE = ['start', '--port', '0', '--json', '--store', 'file:data'];

interface Started {
  readonly process: Running;
  readonly url: string;
  readonly seed: number;
  readonly scenario: string;
}

async function start(cwd: string, ...options: readonly string[]): Promise<Started> {
  const process = launch([...STORE, ...options], { cwd });
  return { process, ...JSON.parse(await process.nextLine()) };
}

async function end({ process }: Started): Promise<void> {
  process.signal('SIGTERM');
  expect((await process.ended).exit).toBe(0);
}

/** A user who signs up by email; the session. */
async function signUp(url: string, email: string): Promise<string> {
  const client = new ClientApp(url);
  const { body: sent } = await client.sendEmail(email);
  const { body: inbox } = await call(`${url}/sandbox/inbox?to=${email}`);
  const otp = inbox.items.at(-1).code;
  const { body } = await client.authenticateEmail({ emailId: sent.emailId, otp });
  return body.sessionJwt;
}

const asUser = async (url: string, session: string) =>
  (await new ClientApp(url).user(session)).status;

describe('a folder', () => {
  it('keeps what is not of the store', () => {
    const files = {
      'data/bases/customers': 'of a customer',
      'data/bases/old.tmp': 'of a customer',
      'data/dialects/french': 'of a language',
      'data/notes.tmp': 'of somebody',
    };
    return inFolder(files, async (folder) => {
      await end(await start(folder));
      await end(await start(folder));
      for (const [path, content] of Object.entries(files)) {
        expect(await readFile(join(folder, path), 'utf8')).toBe(content);
      }
    });
  });

  it(
    'goes on with all it holds, whatever the end of the process was',
    () =>
      inFolder({}, async (folder) => {
        const first = await start(folder, '--scenario', 'kyc-in-review', '--seed', '7');
        const session = await signUp(first.url, 'rita@example.test');
        await call(`${first.url}/sandbox/workspaces`, { body: { name: 'mine' } });
        await end(first);
        const second = await start(folder);
        expect(second).toMatchObject({ scenario: 'kyc-in-review', seed: 7 });
        expect(await asUser(second.url, session)).toBe(200);
        const mine = await signUp(`${second.url}/w/mine`, 'otto@example.test');
        second.process.signal('SIGKILL');
        await second.process.ended;
        const third = await start(folder, '--scenario', 'kyc-in-review', '--seed', '7');
        expect(await asUser(third.url, session)).toBe(200);
        expect(await asUser(`${third.url}/w/mine`, mine)).toBe(200);
        await end(third);
      }),
    30_000,
  );

  it(
    'is refused with options that differ from those it was made with',
    () =>
      inFolder({ 'd.yaml': 'version: 1\nvalues: {user: {path: /me/user}}\n' }, async (folder) => {
        await end(await start(folder, '--seed', '7'));
        const given = ['--seed', '8', '--scenario', 'empty', '--clock', '2026-01-15T10:00:00Z'];
        const { exit, stderr } = await flagbearer([...STORE, ...given], { cwd: folder });
        expect(exit).toBe(2);
        const advice =
          'leave it out to go on with what the store holds, or drop all of it with --fresh';
        expect(stderr.trim().split('\n')).toEqual([
          `--scenario empty: the store was made with the scenario "default"; ${advice}`,
          `--seed 8: the store was made with seed 7; ${advice}`,
          `--clock 2026-01-15T10:00:00Z: the store was made with no --clock; ${advice}`,
        ]);
        const other = await flagbearer([...STORE, '--dialect', 'd.yaml'], { cwd: folder });
        expect(other).toMatchObject({ exit: 2 });
        expect(other.stderr).toMatch(/^--dialect d.yaml: the store was made with another dialect;/);
        const fresh = await start(folder, '--dialect', 'd.yaml', '--seed', '8', '--fresh');
        expect(fresh.seed).toBe(8);
        await end(fresh);
      }),
    30_000,
  );

  it(
    'is refused to a second process, and after an edit of its scenario',
    () =>
      inFolder({ 's.yaml': 'name: s\nusers: []\n' }, async (folder) => {
        const first = await start(folder, '--scenario', './s.yaml');
        const second = await flagbearer(STORE, { cwd: folder });
        expect(second).toMatchObject({ exit: 2, stdout: '' });
        expect(second.stderr).toMatch(/data: the store is in use by process \d+ on /);
        await end(first);
        await writeFile(
          join(folder, 's.yaml'),
          'name: s\nusers: [{key: a, emailAddress: a@b.test}]\n',
        );
        const edited = await flagbearer([...STORE, '--scenario', './s.yaml'], { cwd: folder });
        expect(edited).toMatchObject({ exit: 2 });
        expect(edited.stderr).toContain(
          '--scenario ./s.yaml: it has changed since the store was made',
        );
      }),
    30_000,
  );

  it(
    'with a file that can not be read ends the start, unless it is to recover',
    () =>
      inFolder({}, async (folder) => {
        await end(await start(folder, '--seed', '7'));
        const file = join(folder, 'data/changes/default');
        await writeFile(file, '{"flagbearer":');
        const refused = await flagbearer(STORE, { cwd: folder });
        expect(refused).toMatchObject({ exit: 2, stdout: '' });
        expect(refused.stderr).toContain(`${file}:1:15: the file ends too early`);
        expect(refused.stderr).toMatch(/^[^\n]*; [^\n]*--store-recover[^\n]*\n$/);
        expect(await readFile(file, 'utf8')).toBe('{"flagbearer":');
        const recovered = await start(folder, '--store-recover');
        expect(recovered.seed).toBe(7);
        const names = await readdir(join(folder, 'data/changes'));
        expect(names).toContain('default');
        expect(names.some((name) => name.startsWith('default.broken-'))).toBe(true);
        await end(recovered);
      }),
    30_000,
  );

  it('that can not be made ends the start with one line', () =>
    inFolder({ data: 'a file' }, async (folder) => {
      const { exit, stderr } = await flagbearer(STORE, { cwd: folder });
      expect(exit).toBe(2);
      expect(stderr).toMatch(
        /^--store file:.*: the store can't be opened: a file is where its folder should be \(.*\)\n$/,
      );
    }));

  // Linux has /proc, which holds no folders of ours.
  it.runIf(process.platform === 'linux')('on a file system without room for one ends it too', () =>
    inFolder({}, async (folder) => {
      const start = ['start', '--port', '0', '--store', 'file:/proc/flagbearer/data'];
      expect(await flagbearer(start, { cwd: folder })).toMatchObject({
        exit: 2,
        stderr:
          "--store file:/proc/flagbearer/data: the store can't be opened: its folder is not there (ENOENT)\n",
      });
    }),
  );
});
