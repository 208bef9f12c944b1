import { sql } from 'kysely';
import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';
import type { Database } from './database.ts';

/** Milliseconds of wall time. */
const BATCH_DELAY = 10;
const RECONNECT_DELAY = 250;

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Creates the notifications between replicas (LISTEN, NOTIFY), which wake waiting requests. Each has the names
 * of several changed logs, because PostgreSQL serializes commits with notifications.
 *
 * @param writer the name of this process, whose own notifications it ignores
 */
export function createNotifications(
  { db, schema, createClient }: Database,
  writer: string,
  pauses: Pauses,
) {
  const closing = new AbortController();
  const changedLogs = new Set<string>();
  let client: Client | undefined;
  let listener: (log: string | undefined) => void = () => {};

  async function sendBatch(): Promise<void> {
    await pauses.pause(BATCH_DELAY, closing.signal);
    const logs = [...changedLogs];
    changedLogs.clear();
    await sql`
      select pg_notify(${schema}, ${writer} || ' ' || log) from unnest(${logs}::text[]) as log
    `.execute(db);
  }

  /** Listens; reconnects when the connection is lost. Rejects if the first connection fails. */
  async function listen(): Promise<void> {
    const opened = createClient();
    opened.on('notification', ({ payload = '' }) => {
      const [sender, log] = payload.split(' ');
      if (sender !== writer) listener(log);
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
    // `close` was called meanwhile, and did not know this client.
    if (closing.signal.aborted) await opened.end();
  }

  async function listenAgain(): Promise<void> {
    await pauses.pause(RECONNECT_DELAY, closing.signal);
    if (closing.signal.aborted) return;
    // Repeated while the database is unreachable.
    await listen().then(() => listener(undefined), listenAgain);
  }

  return {
    notify(log: string): void {
      changedLogs.add(log);
      // A lost notification only delays a waiting request.
      if (changedLogs.size === 1) void sendBatch().catch(() => {});
    },
    listen,
    /** @param newListener called with undefined if notifications may have been missed */
    onChange(newListener: typeof listener): void {
      listener = newListener;
    },
    async close(): Promise<void> {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };
}
