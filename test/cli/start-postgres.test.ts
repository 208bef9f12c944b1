/** `flagbearer start --store postgres://` prints one error for a store that cannot be opened. */
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import { describeWithPostgres } from '../engines/postgres-server.ts';
import { isLong } from '../setup/test-length.ts';
import { runFlagbearer, startFlagbearer, stop, type CommandResult } from './run-flagbearer.ts';

const START = ['start', '--port', '0', '--json', '--quiet'];

function runWithStore(store: string): Promise<CommandResult> {
  return runFlagbearer(START, { env: { FLAGBEARER_STORE: store } });
}

/** Starts a sandbox with the store, and stops it. */
const createTables = async (store: string) =>
  stop(await startFlagbearer(['--quiet'], { env: { FLAGBEARER_STORE: store } }));

/** Expects exit code 2, and one line that names the store without its password. */
function expectRefusal({ exit, stdout, stderr }: CommandResult, line: string): void {
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr.split('\n')).toEqual([expect.stringContaining(line), '']);
  expect(stderr).not.toMatch(/hush-hush|:password@/);
}

describe('flagbearer start without a PostgreSQL server', () => {
  it.runIf(isLong)(
    'reports an unreachable server after several attempts',
    async () => {
      expectRefusal(
        await runWithStore('postgres://me:hush-hush@127.0.0.1:1/db'),
        'the store postgres://me@127.0.0.1:1/db cannot be opened: connection refused. Start the database, or check host and port in --store',
      );
    },
    20_000,
  );

  it('reports an invalid URL', async () => {
    expectRefusal(await runWithStore('postgres://me:hush-hush@host'), 'invalid database URL');
  });
});

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  const formatStore = () => {
    const { host, pathname, username } = server.url;
    return `the store postgres://${username}@${host}${pathname}`;
  };

  async function query(store: string, statement: string): Promise<unknown[]> {
    const url = new URL(store);
    const schema = url.searchParams.get('schema') ?? '';
    url.searchParams.delete('schema');
    const client = new Client({ connectionString: url.href, options: `-c search_path=${schema}` });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  }

  describe('flagbearer start with a database that cannot be opened', () => {
    // The server of PGURL possibly accepts any password.
    it.skipIf(process.env['PGURL'])('reports a wrong password', async () => {
      const url = new URL(server.url);
      url.password = 'hush-hush';
      expectRefusal(
        await runWithStore(url.href),
        `${formatStore()} cannot be opened: the password is wrong, or the user is`,
      );
    });

    it('reports an unknown database', async () => {
      const url = new URL(server.url);
      url.pathname = '/nothing-here';
      expectRefusal(
        await runWithStore(url.href),
        '/nothing-here cannot be opened: unknown database. Create it with CREATE DATABASE',
      );
    });

    it('reports an unknown format and leaves the database unchanged', async () => {
      const store = server.createStore();
      await createTables(store);
      await query(store, 'update flagbearer_format set format = 9');
      expectRefusal(await runWithStore(store), 'has the unknown format 9, expected 1');
      expect(await query(store, 'select * from snapshots')).not.toEqual([]);
      await server.remove(store);
    }, 20_000);

    it('reports a schema with unrelated tables', async () => {
      const store = server.createStore();
      const schema = new URL(store).searchParams.get('schema') ?? '';
      await query(store, `create schema "${schema}"`);
      await query(store, 'create table customers (name text)');
      expectRefusal(await runWithStore(store), 'contains other tables');
      await server.remove(store);
    }, 20_000);
  });
});
