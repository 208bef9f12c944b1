/** The connections of this process to a database, and its retries when they break. */
import { Socket } from 'node:net';

import { Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import { Client, Pool, TypeOverrides } from 'pg';

import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { StartError } from '../../start-error.ts';
import { StoreUnavailable } from '../store.ts';
import { toDatabaseError } from './database-error.ts';

/** Times are in milliseconds of wall time. */
const CONNECT_TIMEOUT = 2000;
const STATEMENT_TIMEOUT = 5000;
/** Longer than `STATEMENT_TIMEOUT`: reached only if the server is frozen or the network drops all packets. */
const SOCKET_TIMEOUT = 6000;
const MAX_CONNECTIONS = 10;
/** Time that a request waits for an unreachable database. */
const MAX_WAIT = 3000;
const MIN_PAUSE = 20;
const MAX_PAUSE = 500;

/** The type of bigint columns, by its object id in PostgreSQL. */
const INT8 = 20;

const DEFAULT_SCHEMA = 'flagbearer';
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,47}$/;

export type Database = ReturnType<typeof createDatabase>;

/**
 * Configures the connections; the first statement opens the first connection.
 *
 * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters of libpq, and
 *   `schema`, by default `flagbearer`: sandboxes of different schemas share nothing
 * @param options.clock the clock of the machine, because retries use wall time
 * @throws StartError
 */
export function createDatabase(
  setting: string,
  { clock, pauses }: { readonly clock: Clock; readonly pauses: Pauses },
) {
  const url = parseUrl(setting);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA_NAME.test(schema)) {
    throw new StartError(
      `invalid schema "${schema}" in --store: use at most 48 lower-case letters, digits and _, and start with a letter or _`,
    );
  }
  const sessionOptions = url.searchParams.get('options') ?? '';
  url.searchParams.delete('schema');
  url.searchParams.delete('options');
  const user = url.username === '' ? '' : `${url.username}@`;
  const types = new TypeOverrides();
  // bigint columns become numbers, which are below 2^53.
  types.setTypeParser(INT8, Number);
  const config = {
    connectionString: url.href,
    options: `${sessionOptions} -c search_path=${schema}`.trim(),
    application_name: 'flagbearer',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
    types,
  };
  const pool = new Pool({
    ...config,
    stream: createSocket,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: STATEMENT_TIMEOUT,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced; if a connection in use breaks, its query rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const closing = new AbortController();
  /** Time for which `retry` repeats an attempt; after an unsuccessful wait, 0 until an attempt succeeds. */
  let retryBudget = MAX_WAIT;

  /**
   * Repeats an attempt after a lost connection or a transient error.
   *
   * @throws StoreUnavailable for a persistent error, and when the budget is used up
   */
  async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const deadline = clock.now() + retryBudget;
    for (let pause = MIN_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        const result = await attempt();
        retryBudget = MAX_WAIT;
        return result;
      } catch (error) {
        const problem = toDatabaseError(error);
        if (problem === undefined) throw error;
        const isOver = clock.now() >= deadline || closing.signal.aborted;
        if (isOver && problem.kind === 'connectionLost') retryBudget = 0;
        if (isOver || problem.kind === 'persistent')
          throw new StoreUnavailable(problem.reason, { cause: error });
      }
      await pauses.pause(pause, closing.signal);
    }
  }

  return {
    schema,
    /** The address for messages, without password. */
    address: `postgres://${user}${url.host}${url.pathname}`,
    /** Used for plain SQL. */
    db,
    /** Creates a connection outside the pool, without socket timeout. */
    createClient: () => new Client(config).on('error', () => {}),
    retry,
    /** Executes a statement that is safe to execute twice. Rejects as `retry` does. */
    execute: <Row>(statement: RawBuilder<Row>) => retry(() => statement.execute(db)),
    async close(): Promise<void> {
      closing.abort();
      await db.destroy();
    },
  };
}

function createSocket(): Socket {
  const socket = new Socket().setTimeout(SOCKET_TIMEOUT);
  return socket.once('timeout', () => socket.destroy());
}

function parseUrl(setting: string): URL {
  if (URL.canParse(setting)) {
    const url = new URL(setting);
    if (url.pathname.length > 1) return url;
  }
  throw new StartError(
    'invalid database URL: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for an @ in the password',
  );
}
