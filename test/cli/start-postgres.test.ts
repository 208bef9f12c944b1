/** `flagbearer start --store postgres://`: what can't be opened ends the start with one clear line. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import { inFolder } from '../config/in-folder.ts';
import { describeWithPostgres } from '../engines/postgres-server.ts';
import { isLong } from '../length.ts';
import { flagbearer, launch } from './flagbearer.ts';
import type { Ended, Surroundings } from './flagbearer.ts';

const START = ['start', '--port', '0', '--json', '--quiet'];

function refused(store: string, surroundings: Surroundings = {}): Promise<Ended> {
  return flagbearer(START, {
    ...surroundings,
    env: { ...surroundings.env, FLAGBEARER_STORE: store },
  });
}

/** Starts on a store and ends. @returns what it logged */
async function once(store: string, { cwd, env }: Surroundings = {}): Promise<string> {
  const running = launch(START, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, FLAGBEARER_STORE: store },
  });
  await running.nextLine();
  running.signal('SIGTERM');
  const { exit, stderr } = await running.ended;
  expect(exit).toBe(0);
  return stderr;
}

/** One line that names the store without its password, and exit code 2. */
function expectRefusal({ exit, stdout, stderr }: Ended, line: string): void {
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr.split('\n')).toEqual([expect.stringContaining(line), '']);
  expect(stderr).not.toMatch(/hush-hush|:password@/);
}

describe('a server that is not there', () => {
  it.runIf(isLong)(
    'is told, once it has been waited for',
    async () => {
      const server = createServer();
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      expectRefusal(
        await refused(`postgres://me:hush-hush@127.0.0.1:${port}/db`),
        `the store postgres://me@127.0.0.1:${port}/db can't be opened: no server answers there`,
      );
    },
    20_000,
  );

  it('is told as well where what is named is no database', async () => {
    expectRefusal(await refused('postgres://me:hush-hush@host'), 'the store can not be understood');
  });
});

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  const shown = () => {
    const { host, pathname, username } = server.url;
    return `the store postgres://${username}@${host}${pathname}`;
  };

  async function inStore(store: string, statement: string): Promise<unknown[]> {
    const url = new URL(store);
    const schema = url.searchParams.get('schema') ?? '';
    url.searchParams.delete('schema');
    const client = new Client({ connectionString: url.href, options: `-c search_path=${schema}` });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  }

  describe('a database that can not be opened', () => {
    it('for a wrong password is told', async () => {
      const url = new URL(server.url);
      url.password = 'hush-hush';
      const ended = await refused(url.href);
      // A server that trusts everybody lets in whoever comes.
      if (process.env['PGURL']) return;
      expectRefusal(ended, `${shown()} can't be opened: the password is wrong, or the user is`);
    });

    it('since there is none of the name is told', async () => {
      const url = new URL(server.url);
      url.pathname = '/nothing-here';
      expectRefusal(
        await refused(url.href),
        "/nothing-here can't be opened: there is no such database; make it with CREATE DATABASE",
      );
    });

    it('since a newer version has made its tables is told, and stays as it is', async () => {
      const store = server.freshStore();
      await once(store);
      await inStore(store, `insert into migrations values ('9999-later', '2030-01-01')`);
      expectRefusal(await refused(store), 'the store was made by a newer version of flagbearer');
      expect(await inStore(store, 'select * from workspaces')).toHaveLength(1);
      await server.remove(store);
    }, 20_000);
  });

  describe('the key of a database', () => {
    it.runIf(isLong)(
      'has to be the one that it was made with',
      async () => {
        const store = server.freshStore();
        const own = { env: { FLAGBEARER_STORE_KEY: 'correct horse battery' } };
        await once(store, own);
        const wrong = await refused(store, {
          env: { FLAGBEARER_STORE_KEY: 'hush-hush hush-hush' },
        });
        expectRefusal(wrong, `${shown()} was sealed with another key than the one that is given`);
        expectRefusal(await refused(store), `${shown()} was sealed with a key: give it with`);
        const both = await flagbearer([...START, '--store-key-file', 'key', '--fresh'], {
          env: { ...own.env, FLAGBEARER_STORE: store },
        });
        expectRefusal(both, '--store-key-file and --store-key (or FLAGBEARER_STORE_KEY) are both');
        await once(store, own);
        await server.remove(store);
      },
      30_000,
    );

    it(
      'is in a file that the first start makes, and that no later one does',
      () =>
        inFolder({}, async (cwd) => {
          const store = server.freshStore();
          const env = { FLAGBEARER_STORE_KEY_FILE: 'store.key' };
          const missing = { cwd, env: { FLAGBEARER_STORE_KEY_FILE: 'other.key' } };
          await once(store, { cwd, env });
          expect(await readFile(join(cwd, 'store.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
          expect((await stat(join(cwd, 'store.key'))).mode & 0o777).toBe(0o600);
          expectRefusal(
            await refused(store, missing),
            'other.key is missing; nothing in the store',
          );
          await expect(stat(join(cwd, 'other.key'))).rejects.toThrow('ENOENT');
          await once(store, { cwd, env });
          await server.remove(store);
        }),
      30_000,
    );

    it.runIf(isLong)(
      'is made of the password of the URL, if nothing else is given',
      async () => {
        const store = server.freshStore();
        expect(await once(store)).not.toContain('sealed with no secret');
        const [row] = await inStore(store, 'select document from seal');
        expect(row).toMatchObject({ document: { by: 'password' } });
        // The password of the account has been changed since.
        await inStore(store, `create role "${roleOf(store)}" superuser login password 'hush-hush'`);
        const url = new URL(store);
        url.username = roleOf(store);
        url.password = 'hush-hush';
        const later = await refused(url.href);
        expectRefusal(later, 'was sealed with the password that its URL had when it was made');
        const { password } = new URL(store);
        await once(url.href, { env: { FLAGBEARER_STORE_KEY: password } });
        await server.remove(store);
        await inStore(server.url.href, `drop role "${roleOf(store)}"`);
      },
      30_000,
    );

    it('is no secret where there is no password either, and the log says so', async () => {
      const store = server.freshStore();
      const url = new URL(store);
      url.password = '';
      const env = { PGPASSWORD: decodeURIComponent(server.url.password) };
      for (const start of ['first', 'second']) {
        expect(await once(url.href, { env }), start).toContain('sealed with no secret');
      }
      const given = { env: { ...env, FLAGBEARER_STORE_KEY: 'correct horse battery' } };
      expectRefusal(await refused(url.href, given), 'was made without a key');
      await server.remove(store);
    }, 30_000);
  });

  const roleOf = (store: string) => new URL(store).searchParams.get('schema') ?? '';
});
