import { sql } from 'kysely';
import type { Kysely, QueryExecutorProvider } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';

import type { Sealing } from '../../ports/sealing.ts';
import { StoreRefused } from '../store.ts';
import { sealRows } from './seal-rows.ts';
import { SealedRows } from './sealed-rows.ts';
import type { Tables } from './tables.ts';

/**
 * In the order of their names. One that was released is never changed: another one follows it.
 *
 * @param makeSeal seals a database that has the table for it
 */
export const migrationsWith = (
  makeSeal: (db: QueryExecutorProvider) => Promise<Sealing>,
): Readonly<Record<string, Migration>> => ({
  '0001-workspaces': {
    async up(db) {
      await sql`create table dialects (
        hash text primary key,
        document json not null
      )`.execute(db);
      await sql`create table bases (
        hash text primary key,
        parts integer not null,
        kept_at timestamptz not null default now()
      )`.execute(db);
      await sql`create table base_parts (
        hash text not null references bases on delete cascade,
        part integer not null,
        content json not null,
        primary key (hash, part)
      )`.execute(db);
      await sql`create table start (
        one boolean primary key default true check (one),
        scenario json not null,
        base text not null references bases,
        dialect text not null references dialects,
        seed bigint not null,
        clock_start bigint,
        chaos text not null
      )`.execute(db);
      await sql`create sequence incarnations`.execute(db);
      await sql`create table workspaces (
        name text primary key,
        incarnation bigint not null unique,
        version bigint not null default 0,
        forgotten bigint not null default 0,
        base text not null references bases,
        dialect text not null references dialects,
        seed bigint not null,
        clock_start bigint,
        start_clock json not null,
        start_chaos json not null,
        loaded_at text not null,
        used_at bigint not null,
        made bigint not null unique generated always as identity
      )`.execute(db);
      // A key of a part stands once: an identity has one user, a session, a one-time password and a
      // slot of challenges is one, whoever writes. No two entries of a part share a place.
      await sql`create table changes (
        incarnation bigint not null,
        part text not null,
        digest bytea not null,
        key json not null,
        value json,
        place bigint,
        version bigint not null,
        lasting boolean not null,
        primary key (incarnation, part, digest),
        unique (incarnation, part, place),
        check (value is not null or place is null)
      )`.execute(db);
      await sql`create index changes_by_version on changes (incarnation, version)`.execute(db);
      await sql`create table journals (
        incarnation bigint primary key,
        last bigint not null,
        weight bigint not null,
        emptied_at bigint not null default 0
      )`.execute(db);
      await sql`create table calls (
        incarnation bigint not null,
        number bigint not null,
        reach bigint not null,
        content json not null,
        primary key (incarnation, number)
      )`.execute(db);
      await sql`create table commits (
        id uuid primary key default gen_random_uuid(),
        at timestamptz not null default now()
      )`.execute(db);
      await sql`create index commits_by_time on commits (at)`.execute(db);
    },
  },
  '0002-sealed': {
    async up(db) {
      await sql`create table seal (
        one boolean primary key default true check (one),
        document json not null
      )`.execute(db);
      await sealRows(db, new SealedRows(await makeSeal(db)));
    },
  },
});

/**
 * Brings the schema to the form that this version knows, under an advisory lock: of several replicas
 * that start at once one does it, and the others wait.
 *
 * @param makeSeal is called once in the life of the database
 * @throws StoreRefused for a schema that a newer version has made
 */
export async function migrate(
  db: Kysely<Tables>,
  schema: string,
  makeSeal: (db: QueryExecutorProvider) => Promise<Sealing>,
): Promise<void> {
  const { server_encoding: encoding } = await sql<{ server_encoding: string }>`show server_encoding`
    .execute(db)
    .then(({ rows: [row = { server_encoding: '' }] }) => row);
  if (encoding !== 'UTF8') {
    throw new StoreRefused(`the database of the store has the encoding ${encoding}: it takes UTF8`);
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsWith(makeSeal) },
    migrationTableSchema: schema,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const applied = await migrator.migrateToLatest();
  if (applied.error === undefined) return;
  if (isOfNewerVersion(applied.error)) {
    throw new StoreRefused(
      'the store was made by a newer version of flagbearer; start that version, or name another schema',
    );
  }
  throw applied.error;
}

function isOfNewerVersion(error: unknown): boolean {
  return (
    error instanceof Error && /previously executed migration \S+ is missing/.test(error.message)
  );
}
