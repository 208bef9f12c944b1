import { sql } from 'kysely';
import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';
import type { Database } from './database.ts';

/** Milliseconds of wall time. */
const BATCH_DELAY = 10;
const RECONNECT_DELAY = 250;

export type Announcements = ReturnType<typeof announcements>;

/**
 * Creates the notifications between replicas (LISTEN, NOTIFY): the names of changed logs, in batches, because
 * each commit with a notification waits for all others of the server. They wake waiting requests; reads are
 * correct without them.
 *
 * @param writer the name of this process, whose own notifications it ignores
 */
export function announcements({ db, schema, newClient }: Database, writer: string, pauses: Pauses) {
  const closing = new AbortController();
  const written = new Set<string>();
  let client: Client | undefined;
  let heard: (log: string | undefined) => void = () => {};

  async function notify(): Promise<void> {
    await pauses.pause(BATCH_DELAY, closing.signal);
    const logs = [...written];
    written.clear();
    await sql`
      select pg_notify(${schema}, ${writer} || ' ' || log) from unnest(${logs}::text[]) as log
    `.execute(db);
  }

  /** Listens; reconnects when the connection is lost. Rejects if the first connection fails. */
  async function listen(): Promise<void> {
    const opened = newClient();
    opened.on('notification', ({ payload = '' }) => {
      const [sender, log] = payload.split(' ');
      if (sender !== writer) heard(log);
    });
    try {
      await opened.connect();
      await opened.query(`listen "${schema}"`);
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
    client = opened;
    opened.once('end', () => void listenAgain());
    // `close` has ended the client before this one.
    if (closing.signal.aborted) await opened.end();
  }

  async function listenAgain(): Promise<void> {
    await pauses.pause(RECONNECT_DELAY, closing.signal);
    if (closing.signal.aborted) return;
    // Repeated while the database is unreachable.
    await listen().then(() => heard(undefined), listenAgain);
  }

  return {
    announce(log: string): void {
      written.add(log);
      // A notification that is lost only delays a waiting request.
      if (written.size === 1) void notify().catch(() => {});
    },
    listen,
    /** @param listener called with undefined if notifications may have been missed */
    onNews(listener: typeof heard): void {
      heard = listener;
    },
    async close(): Promise<void> {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };
}
