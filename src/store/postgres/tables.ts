import { sql, type Kysely } from 'kysely';

import { StartError } from '../../start-error.ts';

const FORMAT = 1;

/** Creates the tables of an empty schema. @throws StartError for a schema of another format */
export async function ensureTables(db: Kysely<unknown>, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Prevents simultaneous creation by replicas.
    await sql`select pg_advisory_xact_lock(hashtext(${`flagbearer ${schema}`}))`.execute(tx);
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = ${schema}
    `.execute(tx);
    if (tables.rows.length === 0) {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
      for (const table of TABLES) await sql.raw(table).execute(tx);
      return;
    }
    if (!tables.rows.some(({ name }) => name === 'flagbearer_format')) {
      throw new StartError(
        `the schema "${schema}" contains other tables. Use another schema (?schema=NAME), or drop this one`,
      );
    }
    const { rows } = await sql<{ format: number }>`select format from flagbearer_format`.execute(
      tx,
    );
    if (rows[0]?.format === FORMAT) return;
    throw new StartError(
      `the schema "${schema}" has the unknown format ${String(rows[0]?.format)}, expected ${FORMAT}. Use another schema (?schema=NAME), or drop this one`,
    );
  });
}

/** `workspace` is the name of a log. Text columns of JSON contain no U+0000 and no lone surrogates: JSON escapes them. */
const TABLES = [
  'create table flagbearer_format (format integer not null)',
  `insert into flagbearer_format values (${FORMAT})`,
  // Updated with each append. A low fillfactor leaves room in the page for the new row version (HOT update).
  `create table logs (
    workspace text primary key,
    version bigint not null,
    touched timestamptz not null default now()
  ) with (fillfactor = 30)`,
  `create table entries (
    workspace text not null,
    version bigint not null,
    writer text not null,
    patches text not null,
    primary key (workspace, version)
  )`,
  `create table snapshots (
    workspace text not null,
    version bigint not null,
    chunk integer not null,
    patches text not null,
    primary key (workspace, version, chunk)
  )`,
];
