/** PostgreSQL: one store for any number of processes, on any number of machines. */
import { sql } from 'kysely';

import type { StoreHealth } from '../../contract/control-words.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { Conflict } from '../engine.ts';
import type { Engine, Entry, Read, SharedEngine, Snapshot } from '../engine.ts';
import { StoreUnavailable } from '../store.ts';
import { Announcements } from './announcements.ts';
import { CallRows } from './call-rows.ts';
import { Database } from './database.ts';
import {
  appendRows,
  deleteRows,
  readEntries,
  readWhole,
  saveRows,
  touchRows,
  untouchedLogs,
  writerOf,
} from './log-rows.ts';
import { serverAddress } from './server-address.ts';
import { ensureTables } from './tables.ts';
import { isLostConnection, refusalToOpen, troubleOf } from './trouble.ts';

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
  const address = serverAddress(setting);
  const database = new Database(address, options);
  try {
    const writer = await database.patiently(async () => {
      await ensureTables(database.sql, address.schema);
      const { rows } = await sql<{ id: string }>`
        select replace(gen_random_uuid()::text, '-', '') as id
      `.execute(database.sql);
      return rows[0]?.id ?? '';
    });
    const { pauses } = options;
    const announcements = new Announcements(database, { channel: address.schema, writer, pauses });
    await announcements.listen();
    return new PostgresEngine(database, announcements, writer);
  } catch (error) {
    await database.close();
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    throw refusalToOpen(cause, address.shown);
  }
}

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
    const calls = new CallRows(database, announcements);
    this.shared = {
      writer,
      calls,
      onNews(heard) {
        announcements.onNews((name, from) => {
          if (!calls.takes(name) && from === 'other') heard(name);
        });
      },
    };
  }

  /** A connection that breaks leaves open whether the statement was committed: the next try finds out. */
  async append(log: string, entries: readonly Entry[]): Promise<number> {
    const texts = entries.map(({ patches }) => JSON.stringify(patches));
    const from = (entries[0]?.version ?? 1) - 1;
    const to = from + entries.length;
    let isDoubtful = false;
    const attempt = async (): Promise<boolean> => {
      const db = this.#database.sql;
      try {
        const appended = { from, to, writer: this.#writer, texts };
        if (await appendRows(db, log, appended)) return true;
        return isDoubtful && (await writerOf(db, log, to)) === this.#writer;
      } catch (error) {
        if (isLostConnection(error)) isDoubtful = true;
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
    this.#announcements.tell(log);
    return texts.reduce((sum, { length }) => sum + length, 0);
  }

  read(after: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Read>> {
    return this.#database.patiently(async () => {
      const { reads, gaps } = await readEntries(this.#database.sql, after);
      for (const log of gaps) {
        const whole = await readWhole(this.#database.sql, log);
        if (whole !== undefined) reads.set(log, whole);
      }
      return reads;
    });
  }

  save(log: string, snapshot: Snapshot | null): Promise<number> {
    return this.#database.patiently(async () => {
      const db = this.#database.sql;
      if (snapshot === null) {
        await deleteRows(db, log);
        return 0;
      }
      if (snapshot.isFinal === true && (await touchRows(db, log))) return 0;
      return saveRows(db, log, snapshot);
    });
  }

  logs(): Promise<readonly string[]> {
    return untouchedLogs(this.#database.sql);
  }

  async health(): Promise<StoreHealth> {
    try {
      await this.#database.checkWritable();
      return { engine: 'postgres', status: 'ok' };
    } catch (error) {
      const reason = troubleOf(error)?.reason ?? 'the database responds with an error';
      return { engine: 'postgres', status: 'unavailable', reason };
    }
  }

  async close(): Promise<void> {
    await this.#announcements.close();
    await this.#database.close();
  }
}
