/** A database that a version has made which sealed nothing is sealed at the next start, and goes on. */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, expect, it } from 'vitest';

import { systemClock } from '../../../src/ports/clock.ts';
import { systemPauses } from '../../../src/ports/pauses.ts';
import { startSandbox } from '../../../src/server/listen.ts';
import { Database } from '../../../src/store/postgres/database.ts';
import { migrationsWith } from '../../../src/store/postgres/migrations.ts';
import { serverAddress } from '../../../src/store/postgres/server-address.ts';
import { describeWithPostgres } from '../../engines/postgres-server.ts';
import { call, ClientApp } from '../../sandbox.ts';

/** What `flagbearer start --seed 7 --clock 2026-01-15T10:00:00Z` had written, and what it had answered. */
interface FirstForm {
  readonly sessionJwt: string;
  readonly userId: string;
  readonly outstanding: { readonly emailId: string; readonly otp: string };
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  it('goes on with what a database of the first form holds, and leaves nothing in clear', async () => {
    const text = await readFile(new URL('first-form.json', import.meta.url), 'utf8');
    const { sessionJwt, userId, outstanding, rows } = JSON.parse(text) as FirstForm;
    const store = server.freshStore();
    await inDatabase(store, (database) => fill(database, store, rows));
    const sandbox = await startSandbox({
      ...{ port: 0, host: '127.0.0.1', allowHost: [], cors: [], log: 'silent', store },
      ...{ workspaceLimit: 10, workspaceTtl: 'none', journalLimit: 100 },
    });
    try {
      expect(sandbox.seed).toBe(7);
      for (const workspace of ['', '/w/forked']) {
        const app = new ClientApp(`${sandbox.url}${workspace}`);
        expect((await app.user(sessionJwt)).status).toBe(200);
        const known = await call(`${sandbox.url}${workspace}/sandbox/users/${userId}`);
        expect(known.body.emailAddress).toBe('new@example.test');
        expect((await app.authenticateEmail(outstanding)).status).toBe(200);
        expect((await app.authenticateEmail(outstanding)).status).toBe(401);
      }
      const { body } = await call(`${sandbox.url}/sandbox/journal`);
      expect(body.items.length).toBeGreaterThan(4);
    } finally {
      await sandbox.close();
    }
    await inDatabase(store, async ({ sql: db }) => {
      const changes = await sql<{ row: string }>`select changes::text as row from changes`.execute(
        db,
      );
      expect(changes.rows.length).toBeGreaterThan(20);
      for (const { row } of changes.rows) expect(row).not.toMatch(/example\.test/);
    });
    await server.remove(store);
  });
});

async function inDatabase(
  store: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = new Database(serverAddress(store), { clock: systemClock, pauses: systemPauses });
  await work(database);
  await database.close();
}

async function fill({ sql: db }: Database, store: string, rows: FirstForm['rows']): Promise<void> {
  const [first] = Object.entries(
    migrationsWith(() => Promise.reject(new Error('the first form has no seal'))),
  );
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([first!]) },
    migrationTableSchema: serverAddress(store).schema,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  }).migrateToLatest();
  expect(error).toBeUndefined();
  for (const [table, of] of Object.entries(rows)) {
    await sql`insert into ${sql.table(table)} overriding system value
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(of)})`.execute(
      db,
    );
  }
  await sql`select setval('incarnations', 100)`.execute(db);
}
