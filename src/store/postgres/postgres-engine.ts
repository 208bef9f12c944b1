/** PostgreSQL: one store for any number of processes, on any number of machines. */
import { sql } from 'kysely';

import type { StoreHealth } from '../../contract/control-words.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { Conflict, inChunks } from '../engine.ts';
import type { Engine, Entry, Patch, Read, SharedEngine, Snapshot } from '../engine.ts';
import { StoreUnavailable } from '../store.ts';
import { Announcements } from './announcements.ts';
import { Database } from './database.ts';
import { ensureTables } from './tables.ts';
import { refusalToOpen, troubleOf } from './trouble.ts';

/**
 * Opens the engine on a database, and creates its tables in an empty schema.
 *
 * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`
 * @throws StoreRefused where the database is unreachable, rejects us, or has another format
 */
export async function postgresEngine(
  setting: string,
  options: { readonly clock: Clock; readonly pauses: Pauses },
): Promise<Engine> {
  const database = new Database(setting, options);
  try {
    const writer = await database.patiently(async () => {
      await ensureTables(database.sql, database.schema);
      const { rows } = await sql<{ id: string }>`
        select replace(gen_random_uuid()::text, '-', '') as id
      `.execute(database.sql);
      return rows[0]?.id ?? '';
    });
    const announcements = new Announcements(database, writer, options.pauses);
    await announcements.listen();
    return new PostgresEngine(database, announcements, writer);
  } catch (error) {
    await database.close();
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    throw refusalToOpen(cause, database.shown);
  }
}

/** Each method is one statement. */
class PostgresEngine implements Engine {
  readonly name = 'postgres';
  readonly shared: SharedEngine;
  readonly #database: Database;
  readonly #announcements: Announcements;
  readonly #writer: string;

  constructor(database: Database, announcements: Announcements, writer: string) {
    this.#database = database;
    this.#announcements = announcements;
    this.#writer = writer;
    this.shared = { writer, onNews: (heard) => announcements.onNews(heard) };
  }

  async append(log: string, entries: readonly Entry[]): Promise<number> {
    const texts = entries.map(({ patches }) => JSON.stringify(patches));
    const from = (entries[0]?.version ?? 1) - 1;
    // A connection that breaks leaves open whether the statement was committed: the next try finds out.
    let isDoubtful = false;
    const attempt = async (): Promise<boolean> => {
      try {
        return (
          (await this.#append(log, from, texts)) ||
          (isDoubtful && (await this.#hasWritten(log, from + texts.length)))
        );
      } catch (error) {
        if (troubleOf(error)?.kind === 'lost') isDoubtful = true;
        throw error;
      }
    };
    let isOurs: boolean;
    try {
      isOurs = await this.#database.patiently(attempt);
    } catch (error) {
      if (!isDoubtful || !(error instanceof StoreUnavailable)) throw error;
      const reason = troubleOf(error.cause)?.reason ?? 'the database can not be reached';
      throw new StoreUnavailable(reason, { cause: error.cause, outcome: 'unknown' });
    }
    if (!isOurs) throw new Conflict();
    this.#announcements.announce(log);
    return texts.reduce((sum, { length }) => sum + length, 0);
  }

  /** Appends entries where the log is at the version before them. @returns whether it was */
  async #append(log: string, from: number, texts: readonly string[]): Promise<boolean> {
    const { numAffectedRows } = await sql`
      with moved as (
        update logs set version = ${from + texts.length}, touched = now()
        where workspace = ${log} and version = ${from} returning workspace
      )
      insert into entries (workspace, version, writer, patches)
      select moved.workspace, ${from}::bigint + entry.place, ${this.#writer}, entry.patches
      from moved, unnest(${texts}::text[]) with ordinality as entry (patches, place)
    `.execute(this.#database.sql);
    return numAffectedRows === BigInt(texts.length);
  }

  async #hasWritten(log: string, version: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from entries
      where workspace = ${log} and version = ${version} and writer = ${this.#writer}
    `.execute(this.#database.sql);
    return rows.length === 1;
  }

  read(after: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Read>> {
    return this.#database.patiently(async () => {
      const { rows } = await sql<{ log: string; first: number | null; entries: string }>`
        select known.log, min(entries.version) as first,
          '[' || string_agg(patches, ',' order by entries.version) || ']' as entries
        from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::bigint[])
          as known (log, after)
        join logs on logs.workspace = known.log and logs.version > known.after
        left join entries on entries.workspace = known.log and entries.version > known.after
        group by known.log
      `.execute(this.#database.sql);
      const reads = new Map<string, Read>();
      for (const { log, first, entries } of rows) {
        // Entries are folded into a snapshot that this process has not seen.
        const isGap = first === null || first !== (after.get(log) ?? 0) + 1;
        const read = isGap ? await this.#readWhole(log) : readOf(first, entries);
        if (read !== undefined) reads.set(log, read);
      }
      return reads;
    });
  }

  async #readWhole(log: string): Promise<Read | undefined> {
    const { rows } = await sql<{ version: number; snapshot: string; entries: string | null }>`
      with latest as (select max(version) as version from snapshots where workspace = ${log})
      select version,
        (select '[' || string_agg(patches, ',' order by chunk) || ']' from snapshots
          where workspace = ${log} and snapshots.version = latest.version) as snapshot,
        (select '[' || string_agg(patches, ',' order by entries.version) || ']' from entries
          where workspace = ${log} and entries.version > latest.version) as entries
      from latest where version is not null
    `.execute(this.#database.sql);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { version, snapshot } = row;
    const { entries, bytes } = readOf(version + 1, row.entries ?? '[]');
    const patches = (JSON.parse(snapshot) as Patch[][]).flat();
    return {
      snapshot: { version, patches },
      entries,
      bytes: { ...bytes, snapshot: snapshot.length },
    };
  }

  save(log: string, snapshot: Snapshot | null): Promise<number> {
    return this.#database.patiently(async () => {
      if (snapshot === null) return this.#delete(log);
      if (snapshot.isFinal === true && (await this.#touch(log))) return 0;
      const { version } = snapshot;
      const texts = Array.from(inChunks(snapshot.patches, 1000), (chunk) => JSON.stringify(chunk));
      // Dropping entries is safe: each append states the version that it follows.
      await sql`
        with begun as (
          insert into logs (workspace, version) values (${log}, ${version}) on conflict do nothing
        ), older as (
          delete from snapshots where workspace = ${log} and version < ${version}
        ), folded as (
          delete from entries where workspace = ${log} and version <= ${version}
        )
        insert into snapshots (workspace, version, chunk, patches)
        select ${log}, ${version}, chunk.place, chunk.patches
        from unnest(${texts}::text[]) with ordinality as chunk (patches, place)
        on conflict do nothing
      `.execute(this.#database.sql);
      return texts.reduce((sum, { length }) => sum + length, 0);
    });
  }

  /** Records that a log is needed. @returns whether it exists */
  async #touch(log: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update logs set touched = now() where workspace = ${log}
    `.execute(this.#database.sql);
    return numAffectedRows === 1n;
  }

  async #delete(log: string): Promise<number> {
    await sql`
      with entry as (delete from entries where workspace = ${log}),
        snapshot as (delete from snapshots where workspace = ${log})
      delete from logs where workspace = ${log}
    `.execute(this.#database.sql);
    return 0;
  }

  async logs(): Promise<readonly string[]> {
    const { rows } = await sql<{ workspace: string }>`
      select workspace from logs where touched < now() - interval '1 hour'
    `.execute(this.#database.sql);
    return rows.map(({ workspace }) => workspace);
  }

  async health(): Promise<StoreHealth> {
    const unavailable = (reason: string): StoreHealth => ({
      engine: 'postgres',
      status: 'unavailable',
      reason,
    });
    try {
      const isWritable = await this.#database.isWritable();
      return isWritable
        ? { engine: 'postgres', status: 'ok' }
        : unavailable('the database takes no writes');
    } catch (error) {
      return unavailable(troubleOf(error)?.reason ?? 'the database responds with an error');
    }
  }

  async close(): Promise<void> {
    await this.#announcements.close();
    await this.#database.close();
  }
}

/** @param text the patches of entries from a version on */
function readOf(first: number, text: string): Read {
  const entries = (JSON.parse(text) as Patch[][]).map((patches, at): Entry => ({
    version: first + at,
    patches,
  }));
  return { entries, bytes: { entries: text.length, snapshot: 0 } };
}
