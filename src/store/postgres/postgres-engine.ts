/** PostgreSQL: one store for any number of processes, on any number of machines. */
import { sql } from 'kysely';

import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { Conflict, splitIntoChunks, type Engine, type Patch, type LogContents } from '../engine.ts';
import { StoreUnavailable } from '../store.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createDatabase, type Database } from './database.ts';
import { ensureTables } from './tables.ts';
import { createOpenError, toDatabaseError } from './database-error.ts';

/**
 * Opens the engine on a database, and creates its tables in an empty schema.
 *
 * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`
 * @throws StartError if the database is unreachable, denies access, or has tables of an unsupported version
 */
export async function openPostgresEngine(
  setting: string,
  options: { readonly clock: Clock; readonly pauses: Pauses },
): Promise<Engine> {
  const database = createDatabase(setting, options);
  try {
    await database.retry(() => ensureTables(database.db, database.schema));
    const { rows } = await database.execute(sql<{ id: string }>`
      select replace(gen_random_uuid()::text, '-', '') as id
    `);
    const writer = rows[0]?.id ?? '';
    const notifications = createNotifications(database, writer, options.pauses);
    await notifications.listen();
    return createEngine(database, notifications, writer);
  } catch (error) {
    await database.close();
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    throw createOpenError(cause, database.address);
  }
}

const PATCHES_PER_ROW = 1000;

/** In the tables, the column `workspace` is the name of a log. */
function createEngine(database: Database, notifications: Notifications, writer: string): Engine {
  const { db, execute } = database;

  /** Appends entries if the log still has the version before them. @returns whether they were appended */
  async function appendEntries(
    log: string,
    previous: number,
    texts: readonly string[],
  ): Promise<boolean> {
    const { numAffectedRows } = await sql`
      with advanced as (
        update logs set version = ${previous + texts.length}, touched = now()
        where workspace = ${log} and version = ${previous} returning workspace
      )
      insert into entries (workspace, version, writer, patches)
      select advanced.workspace, ${previous}::bigint + entry.place, ${writer}, entry.patches
      from advanced, unnest(${texts}::text[]) with ordinality as entry (patches, place)
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

  return {
    name: 'postgres',
    shared: { writer, onChange: notifications.onChange },

    async append(log, entries) {
      const texts = entries.map(({ patches }) => JSON.stringify(patches));
      const previous = (entries[0]?.version ?? 1) - 1;
      // After a lost connection the commit is uncertain; the next attempt checks the writer of the entry.
      let mayBeCommitted = false;
      const attempt = async (): Promise<boolean> => {
        try {
          if (await appendEntries(log, previous, texts)) return true;
          return mayBeCommitted && (await hasWritten(log, previous + texts.length));
        } catch (error) {
          if (toDatabaseError(error)?.kind === 'connectionLost') mayBeCommitted = true;
          throw error;
        }
      };
      const isAppended = await database.retry(attempt).catch((error: unknown) => {
        if (!mayBeCommitted || !(error instanceof StoreUnavailable)) throw error;
        const reason = toDatabaseError(error.cause)?.reason ?? 'the database cannot be reached';
        throw new StoreUnavailable(reason, { cause: error.cause, outcome: 'unknown' });
      });
      if (!isAppended) throw new Conflict();
      notifications.notify(log);
      return sumLengths(texts);
    },

    async read(versions) {
      // If a snapshot is newer than the version of the caller, the entries between the two were deleted.
      const { rows } = await execute(sql<Row>`
        select log, greatest(after, latest) as from, latest,
          (select '[' || string_agg(patches, ',' order by chunk) || ']' from snapshots
            where workspace = log and version = latest) as snapshot,
          (select '[' || string_agg(patches, ',' order by version) || ']' from entries
            where workspace = log and version > greatest(after, latest)) as entries
        from unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::bigint[])
          as known (log, after)
        join logs on logs.workspace = log and logs.version > after
        left join lateral (
          select max(version) as latest from snapshots where workspace = log and version > after
        ) as newer on true
      `);
      return new Map(rows.map((row) => [row.log, toContents(row)]));
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
      // A final snapshot never changes. Touching its log prevents that another process drops it as unneeded.
      if (snapshot.isFinal === true) {
        const touched = sql`update logs set touched = now() where workspace = ${log}`;
        if ((await execute(touched)).numAffectedRows === 1n) return 0;
      }
      const { version } = snapshot;
      const texts = Array.from(splitIntoChunks(snapshot.patches, PATCHES_PER_ROW), (chunk) =>
        JSON.stringify(chunk),
      );
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
      return sumLengths(texts);
    },

    async listLogs() {
      const { rows } = await execute(sql<{ workspace: string }>`
        select workspace from logs where touched < now() - interval '1 hour'
      `);
      return rows.map(({ workspace }) => workspace);
    },

    async checkHealth() {
      try {
        const { rows } = await sql<{ writable: boolean }>`
          select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
            as writable
        `.execute(db);
        if (rows[0]?.writable === true) return { engine: 'postgres', status: 'ok' };
        return {
          engine: 'postgres',
          status: 'unavailable',
          reason: 'the database is read-only',
        };
      } catch (error) {
        const reason = toDatabaseError(error)?.reason ?? 'the database responds with an error';
        return { engine: 'postgres', status: 'unavailable', reason };
      }
    },

    async close() {
      await notifications.close();
      await database.close();
    },
  };
}

function sumLengths(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

interface Row {
  readonly log: string;
  /** The version that the entries follow. */
  readonly from: number;
  /** The version of the snapshot; null for none. */
  readonly latest: number | null;
  /** JSON of the patches; null for none. */
  readonly snapshot: string | null;
  /** JSON of the patches of each entry; null for none. */
  readonly entries: string | null;
}

function toContents({ from, latest, snapshot, entries }: Row): LogContents {
  const patches = JSON.parse(entries ?? '[]') as Patch[][];
  return {
    ...(latest !== null && {
      snapshot: { version: latest, patches: (JSON.parse(snapshot ?? '[]') as Patch[][]).flat() },
    }),
    entries: patches.map((entryPatches, index) => ({
      version: from + index + 1,
      patches: entryPatches,
    })),
    bytes: { entries: entries?.length ?? 0, snapshot: snapshot?.length ?? 0 },
  };
}
