import { sql } from 'kysely';
import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';
import type { Database } from './database.ts';

/** Both in milliseconds of wall time. */
const BATCH_DELAY = 10;
const RECONNECT_DELAY = 250;

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Creates the notifications between replicas (LISTEN, NOTIFY), which wake waiting requests. They are sent in
 * batches, because PostgreSQL serializes commits with notifications.
 *
 * @param writer the id of this process, by which it ignores its own notifications
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
    opened.once('end', () => void reconnect());
    // `close` was called in the meantime, and could not end this client.
    if (closing.signal.aborted) await opened.end();
  }

  /** Repeats `listen` until it succeeds. */
  async function reconnect(): Promise<void> {
    await pauses.pause(RECONNECT_DELAY, closing.signal);
    if (closing.signal.aborted) return;
    await listen().then(() => listener(undefined), reconnect);
  }

  return {
    notify(log: string): void {
      // A lost notification only delays a waiting request.
      if (changedLogs.size === 0) void sendBatch().catch(() => {});
      changedLogs.add(log);
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
