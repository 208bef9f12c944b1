import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool, TypeOverrides } from 'pg';
import type { ClientConfig } from 'pg';

import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { StoreUnavailable } from '../store.ts';
import type { ServerAddress } from './server-address.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import { isLostConnection, ReadOnly, troubleOf } from './trouble.ts';

/** Statements are written out: the builder has no tables. */
export type Sql = Kysely<unknown>;

/** All in milliseconds of wall time. */
const CONNECTING = 2000;
const STATEMENT = 10_000;
const LOCK = 5000;
/** A little more than the server allows, for a server that says nothing any more. */
const SILENCE = 12_000;
const MOST_CONNECTIONS = 10;
/** How long a call waits for a database that is away before it is refused. */
const PATIENCE = 3000;
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/** Numbers come as numbers: none of ours is beyond 2^53. */
const INT8 = 20;

/** The connections of this process, and how it bears that they break. */
export class Database {
  readonly sql: Sql;
  readonly #config: ClientConfig;
  readonly #clock: Clock;
  readonly #pauses: Pauses;
  readonly #closing = new AbortController();
  readonly #silence: ConnectionWatchdog;
  /** Once a call has waited in vain, those that come later are tried once, until one succeeds. */
  #reach: 'near' | 'away' = 'near';

  /** @param clock of the machine, since patience is a matter of wall time */
  constructor(
    address: ServerAddress,
    { clock, pauses }: { readonly clock: Clock; readonly pauses: Pauses },
  ) {
    this.#clock = clock;
    this.#pauses = pauses;
    this.#silence = new ConnectionWatchdog(clock, () => this.#isAlive());
    const types = new TypeOverrides();
    types.setTypeParser(INT8, Number);
    this.#config = {
      connectionString: address.connectionString,
      options: address.sessionOptions,
      application_name: 'flagbearer',
      connectionTimeoutMillis: CONNECTING,
      statement_timeout: STATEMENT,
      lock_timeout: LOCK,
      query_timeout: SILENCE,
      idle_in_transaction_session_timeout: STATEMENT,
      keepAlive: true,
      types,
    };
    const silence = this.#silence;
    const pool = new Pool({
      ...this.#config,
      stream: () => silence.socket(),
      max: MOST_CONNECTIONS,
      allowExitOnIdle: true,
    });
    // A connection that breaks while nobody uses it is replaced; who uses it is told by the query.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('acquire', (client) => silence.begins(client));
    pool.on('release', (_, client) => silence.ends(client));
    this.sql = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  }

  /** A connection beside the pool, not yet opened. */
  ownClient(): Client {
    // It listens for long: silence is no trouble.
    return new Client({ ...this.#config, query_timeout: 0 });
  }

  /** Whether the server lets somebody in, or says why not. */
  async #isAlive(): Promise<boolean> {
    const client = this.ownClient();
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch (error) {
      return !isLostConnection(error);
    } finally {
      void client.end().catch(() => {});
    }
  }

  /**
   * Runs what may be run again.
   *
   * @param patience how long it may be tried, in milliseconds
   * @throws StoreUnavailable when patience is over
   */
  async patiently<Result>(attempt: () => Promise<Result>, patience = PATIENCE): Promise<Result> {
    const deadline = this.#clock.now() + (this.#reach === 'near' ? patience : 0);
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        this.#silence.check();
        const result = await attempt();
        this.#reach = 'near';
        return result;
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble === undefined) throw error;
        const isOver = this.#clock.now() >= deadline || this.#closing.signal.aborted;
        if (isOver && patience === PATIENCE && isLostConnection(error)) this.#reach = 'away';
        if (trouble.kind === 'lasting' || isOver) {
          throw new StoreUnavailable(trouble.reason, { cause: error });
        }
      }
      await this.#pauses.pause(pause, this.#closing.signal);
    }
  }

  /** Asks once whether the database takes writes. @throws what the driver does */
  async checkWritable(): Promise<void> {
    this.#silence.check();
    const { rows } = await sql<{ writable: boolean }>`select
      not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable
    `.execute(this.sql);
    if (rows[0]?.writable !== true) throw new ReadOnly();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#silence.close();
    await this.sql.destroy();
  }
}
