/** The tables of a store, and their format. */
import { sql } from 'kysely';

import { StoreRefused } from '../store.ts';
import type { Sql } from './database.ts';

const FORMAT = 1;

/**
 * Creates the tables of an empty schema.
 *
 * @throws StoreRefused for a schema of another format
 */
export async function ensureTables(db: Sql, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Replicas that start together create them once.
    await sql`select pg_advisory_xact_lock(hashtext(${`flagbearer ${schema}`}))`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = ${schema}
    `.execute(tx);
    const names = new Set(rows.map(({ name }) => name));
    if (names.has('flagbearer_format')) await expectFormat(tx, schema);
    else if (names.size > 0) throw otherFormat(schema, 'of something else');
    else await createTables(tx, schema);
  });
}

async function expectFormat(tx: Sql, schema: string): Promise<void> {
  const { rows } = await sql<{ format: number }>`select format from flagbearer_format`.execute(tx);
  const format = rows[0]?.format;
  if (format !== FORMAT) throw otherFormat(schema, `of format ${String(format)}`);
}

function otherFormat(schema: string, found: string): StoreRefused {
  return new StoreRefused(
    `the schema "${schema}" holds tables ${found}; this flagbearer reads format ${FORMAT}: use another schema (?schema=NAME), or drop this one`,
  );
}

async function createTables(tx: Sql, schema: string): Promise<void> {
  await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
  // Text holds JSON, in which U+0000 and lone surrogates are escaped.
  for (const statement of [
    sql`create table flagbearer_format (format integer not null)`,
    sql`insert into flagbearer_format values (${sql.lit(FORMAT)})`,
    // Updated with each append, which takes room in the same page.
    sql`create table logs (
      workspace text primary key,
      version bigint not null,
      touched timestamptz not null default now()
    ) with (fillfactor = 30)`,
    sql`create table entries (
      workspace text not null,
      version bigint not null,
      writer text not null,
      patches text not null,
      primary key (workspace, version)
    )`,
    sql`create table snapshots (
      workspace text not null,
      version bigint not null,
      chunk integer not null,
      patches text not null,
      primary key (workspace, version, chunk)
    )`,
    sql`create table journals (
      generation bigint primary key,
      last bigint not null,
      weight bigint not null,
      emptied_at bigint not null default 0
    )`,
    sql`create table calls (
      generation bigint not null,
      number bigint not null,
      reach bigint not null,
      content text not null,
      primary key (generation, number)
    )`,
  ]) {
    await statement.execute(tx);
  }
}
