import { sql } from 'kysely';
import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';
import type { Database } from './database.ts';

/** All in milliseconds of wall time. */
const GATHERED = 10;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/** Names of one notification, which may have 8000 bytes. */
const MOST_AT_ONCE = 40;

/**
 * What replicas tell each other (NOTIFY, LISTEN): names of what they have written, some at a time, since
 * each commit with a notification waits for all others of the server. They wake those who wait; what
 * a request reads does not depend on them.
 */
export class Announcements {
  readonly #database: Database;
  readonly #pauses: Pauses;
  readonly #channel: string;
  readonly #writer: string;
  readonly #closing = new AbortController();
  readonly #written = new Set<string>();
  #client: Client | undefined;
  #listening: Promise<void> | undefined;
  #heard: (name: string | undefined, writer: 'own' | 'other') => void = () => {};

  constructor(
    database: Database,
    options: { readonly channel: string; readonly writer: string; readonly pauses: Pauses },
  ) {
    this.#database = database;
    this.#channel = options.channel;
    this.#writer = options.writer;
    this.#pauses = options.pauses;
  }

  /** Listens from now on. Resolves when it does for the first time; rejects if it never could. */
  async listen(): Promise<void> {
    const { lost } = await this.#connect();
    this.#listening = this.#keepListening(lost);
  }

  /** @param heard is given undefined where something may have been missed */
  onNews(heard: (name: string | undefined, writer: 'own' | 'other') => void): void {
    this.#heard = heard;
  }

  tell(name: string): void {
    this.#written.add(name);
    if (this.#written.size === 1) void this.#notify();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#listening;
  }

  async #notify(): Promise<void> {
    await this.#pauses.pause(GATHERED, this.#closing.signal);
    const names = [...this.#written];
    this.#written.clear();
    try {
      for (let at = 0; at < names.length; at += MOST_AT_ONCE) {
        const payload = [this.#writer, ...names.slice(at, at + MOST_AT_ONCE)].join(' ');
        await sql`select pg_notify(${this.#channel}, ${payload})`.execute(this.#database.sql);
      }
    } catch {
      // Who waits finds out at the end of the wait.
    }
  }

  async #keepListening(firstLost: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    let lost = firstLost;
    for (;;) {
      await lost;
      for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
        if (signal.aborted) return;
        await this.#pauses.pause(pause, signal);
        const again = await this.#connect().catch(() => undefined);
        if (again === undefined) continue;
        lost = again.lost;
        this.#heard(undefined, 'other');
        break;
      }
    }
  }

  /** @returns `lost` resolves when the connection is */
  async #connect(): Promise<{ readonly lost: Promise<void> }> {
    const client = this.#database.ownClient();
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => {
      const [writer, ...names] = payload.split(' ');
      for (const name of names) this.#heard(name, writer === this.#writer ? 'own' : 'other');
    });
    await client.connect();
    this.#client = client;
    // Closed meanwhile: the client that was ended is the one before.
    if (this.#closing.signal.aborted) await client.end();
    else await client.query(`listen "${this.#channel}"`);
    return { lost };
  }
}
