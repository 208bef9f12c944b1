import { sql } from 'kysely';
import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';
import type { Database } from './database.ts';

/** Milliseconds of wall time. */
const GATHERED = 10;
const RECONNECTED = 250;
/** Names of one notification, which may have 8000 bytes. */
const MOST_AT_ONCE = 40;

/**
 * Notifications between replicas (LISTEN, NOTIFY): the names of logs that were written, in batches, because
 * each commit with a notification waits for all others of the server. They wake waiting requests; the
 * correctness of reads does not depend on them.
 */
export class Announcements {
  readonly #database: Database;
  readonly #pauses: Pauses;
  readonly #writer: string;
  readonly #closing = new AbortController();
  readonly #written = new Set<string>();
  #client: Client | undefined;
  #heard: (name: string | undefined) => void = () => {};

  constructor(database: Database, writer: string, pauses: Pauses) {
    this.#database = database;
    this.#writer = writer;
    this.#pauses = pauses;
  }

  /** @param heard is given undefined where something may have been missed */
  onNews(heard: (name: string | undefined) => void): void {
    this.#heard = heard;
  }

  announce(name: string): void {
    this.#written.add(name);
    if (this.#written.size === 1) void this.#notify();
  }

  /** Listens, and again whenever the connection is lost. Rejects if the first connection fails. */
  async listen(): Promise<void> {
    const client = this.#database.newClient();
    client.on('notification', ({ payload = '' }) => {
      const [writer, ...names] = payload.split(' ');
      if (writer !== this.#writer) for (const name of names) this.#heard(name);
    });
    try {
      await client.connect();
      await client.query(`listen "${this.#database.schema}"`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    client.once('end', () => void this.#listenAgain());
    // Closed meanwhile: the client that was ended is the one before.
    if (this.#closing.signal.aborted) await client.end();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
  }

  async #notify(): Promise<void> {
    await this.#pauses.pause(GATHERED, this.#closing.signal);
    const names = [...this.#written];
    this.#written.clear();
    try {
      for (let at = 0; at < names.length; at += MOST_AT_ONCE) {
        const payload = [this.#writer, ...names.slice(at, at + MOST_AT_ONCE)].join(' ');
        await sql`select pg_notify(${this.#database.schema}, ${payload})`.execute(
          this.#database.sql,
        );
      }
    } catch {
      // Who waits finds out at the end of the wait.
    }
  }

  async #listenAgain(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await this.#pauses.pause(RECONNECTED, signal);
      if (signal.aborted) return;
      try {
        await this.listen();
        this.#heard(undefined);
        return;
      } catch {
        // The database is still away.
      }
    }
  }
}
