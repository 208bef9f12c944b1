/** PostgreSQL: one store for any number of processes, on any number of machines. */
import { sql } from 'kysely';

import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { Conflict, inChunks } from '../engine.ts';
import type { Engine, Entry, Patch, LogContents } from '../engine.ts';
import { StoreUnavailable } from '../store.ts';
import { announcements } from './announcements.ts';
import type { Announcements } from './announcements.ts';
import { databaseOf } from './database.ts';
import type { Database } from './database.ts';
import { ensureTables } from './tables.ts';
import { refusalToOpen, databaseErrorOf } from './database-error.ts';

/**
 * Opens the engine on a database, and creates its tables in an empty schema.
 *
 * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`
 * @throws StartError where the database is unreachable, rejects us, or has another format
 */
export async function postgresEngine(
  setting: string,
  options: { readonly clock: Clock; readonly pauses: Pauses },
): Promise<Engine> {
  const database = databaseOf(setting, options);
  try {
    await database.retried(() => ensureTables(database.db, database.schema));
    const { rows } = await database.execute(sql<{ id: string }>`
      select replace(gen_random_uuid()::text, '-', '') as id
    `);
    const writer = rows[0]?.id ?? '';
    const news = announcements(database, writer, options.pauses);
    await news.listen();
    return engineOn(database, news, writer);
  } catch (error) {
    await database.close();
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    throw refusalToOpen(cause, database.shown);
  }
}

/** Each method is one statement, except a read of compacted entries. */
function engineOn(database: Database, news: Announcements, writer: string): Engine {
  const { db, execute } = database;

  /** Appends entries if the log has the version before them. @returns whether it had */
  async function appended(log: string, from: number, texts: readonly string[]): Promise<boolean> {
    const { numAffectedRows } = await sql`
      with moved as (
        update logs set version = ${from + texts.length}, touched = now()
        where workspace = ${log} and version = ${from} returning workspace
      )
      insert into entries (workspace, version, writer, patches)
      select moved.workspace, ${from}::bigint + entry.place, ${writer}, entry.patches
      from moved, unnest(${texts}::text[]) with ordinality as entry (patches, place)
    `.execute(db);
    return numAffectedRows === BigInt(texts.length);
  }

  async function hasWritten(log: string, version: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from entries
      where workspace = ${log} and version = ${version} and writer = ${writer}
    `.execute(db);
    return rows.length === 1;
  }

  /** Reads the latest snapshot and the entries that follow; undefined for a deleted log. */
  async function wholeOf(log: string): Promise<LogContents | undefined> {
    const { rows } = await execute(sql<WholeRow>`
      with latest as (select max(version) as version from snapshots where workspace = ${log})
      select version,
        (select '[' || string_agg(patches, ',' order by chunk) || ']' from snapshots
          where workspace = ${log} and snapshots.version = latest.version) as snapshot,
        (select '[' || string_agg(patches, ',' order by entries.version) || ']' from entries
          where workspace = ${log} and entries.version > latest.version) as entries
      from latest where version is not null
    `);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { version, snapshot } = row;
    const { entries, bytes } = readOf(version + 1, row.entries);
    const patches = (JSON.parse(snapshot) as Patch[][]).flat();
    return {
      snapshot: { version, patches },
      entries,
      bytes: { ...bytes, snapshot: snapshot.length },
    };
  }

  /** Records the use of a log. @returns whether it exists */
  async function touched(log: string): Promise<boolean> {
    const { numAffectedRows } = await execute(sql`
      update logs set touched = now() where workspace = ${log}
    `);
    return numAffectedRows === 1n;
  }

  return {
    name: 'postgres',
    shared: { writer, onNews: news.onNews },

    async append(log, entries) {
      const texts = entries.map(({ patches }) => JSON.stringify(patches));
      const from = (entries[0]?.version ?? 1) - 1;
      // A broken connection leaves open whether the statement was committed: the next try finds out.
      let isDoubtful = false;
      const attempt = async (): Promise<boolean> => {
        try {
          return (
            (await appended(log, from, texts)) ||
            (isDoubtful && (await hasWritten(log, from + texts.length)))
          );
        } catch (error) {
          if (databaseErrorOf(error)?.kind === 'connectionLost') isDoubtful = true;
          throw error;
        }
      };
      const isOurs = await database.retried(attempt).catch((error: unknown) => {
        if (!isDoubtful || !(error instanceof StoreUnavailable)) throw error;
        const reason = databaseErrorOf(error.cause)?.reason ?? 'the database cannot be reached';
        throw new StoreUnavailable(reason, { cause: error.cause, outcome: 'unknown' });
      });
      if (!isOurs) throw new Conflict();
      news.announce(log);
      return texts.reduce((sum, { length }) => sum + length, 0);
    },

    async read(after) {
      const { rows } = await execute(sql<Row>`
        select known.log, min(entries.version) as first,
          '[' || string_agg(patches, ',' order by entries.version) || ']' as entries
        from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::bigint[])
          as known (log, after)
        join logs on logs.workspace = known.log and logs.version > known.after
        left join entries on entries.workspace = known.log and entries.version > known.after
        group by known.log
      `);
      const reads = new Map<string, LogContents>();
      for (const { log, first, entries } of rows) {
        // Entries were compacted into a snapshot that this process has not seen.
        const isGap = first === null || first !== (after.get(log) ?? 0) + 1;
        const read = isGap ? await wholeOf(log) : readOf(first, entries);
        if (read !== undefined) reads.set(log, read);
      }
      return reads;
    },

    async save(log, snapshot) {
      if (snapshot === null) {
        await execute(sql`
          with entry as (delete from entries where workspace = ${log}),
            snapshot as (delete from snapshots where workspace = ${log})
          delete from logs where workspace = ${log}
        `);
        return 0;
      }
      if (snapshot.isFinal === true && (await touched(log))) return 0;
      const { version } = snapshot;
      const texts = Array.from(inChunks(snapshot.patches, 1000), (chunk) => JSON.stringify(chunk));
      // Dropping entries is safe: each append states the version that it follows.
      await execute(sql`
        with begun as (
          insert into logs (workspace, version) values (${log}, ${version}) on conflict do nothing
        ), older as (
          delete from snapshots where workspace = ${log} and version < ${version}
        ), compacted as (
          delete from entries where workspace = ${log} and version <= ${version}
        )
        insert into snapshots (workspace, version, chunk, patches)
        select ${log}, ${version}, chunk.place, chunk.patches
        from unnest(${texts}::text[]) with ordinality as chunk (patches, place)
        on conflict do nothing
      `);
      return texts.reduce((sum, { length }) => sum + length, 0);
    },

    async logs() {
      const { rows } = await execute(sql<{ workspace: string }>`
        select workspace from logs where touched < now() - interval '1 hour'
      `);
      return rows.map(({ workspace }) => workspace);
    },

    async health() {
      try {
        const { rows } = await sql<{ writable: boolean }>`select
          not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable
        `.execute(db);
        if (rows[0]?.writable === true) return { engine: 'postgres', status: 'ok' };
        return {
          engine: 'postgres',
          status: 'unavailable',
          reason: 'the database takes no writes',
        };
      } catch (error) {
        const reason = databaseErrorOf(error)?.reason ?? 'the database responds with an error';
        return { engine: 'postgres', status: 'unavailable', reason };
      }
    },

    async close() {
      await news.close();
      await database.close();
    },
  };
}

interface WholeRow {
  readonly version: number;
  readonly snapshot: string;
  readonly entries: string | null;
}

interface Row {
  readonly log: string;
  /** The version of the first entry; null for none. */
  readonly first: number | null;
  /** JSON; null for nothing. */
  readonly entries: string | null;
}

/** @param text the patches of entries from a version on, as JSON */
function readOf(first: number, text: string | null): LogContents {
  const entries = (JSON.parse(text ?? '[]') as Patch[][]).map((patches, at): Entry => {
    return { version: first + at, patches };
  });
  return { entries, bytes: { entries: text?.length ?? 0, snapshot: 0 } };
}
