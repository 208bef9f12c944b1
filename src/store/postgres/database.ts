import { Socket } from 'node:net';

import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool, TypeOverrides } from 'pg';
import type { ClientConfig } from 'pg';

import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import { StoreRefused, StoreUnavailable } from '../store.ts';
import { troubleOf } from './trouble.ts';

/** Statements are written out: the builder has no tables. */
export type Sql = Kysely<unknown>;

/** All in milliseconds of wall time. */
const CONNECTING = 2000;
const STATEMENT = 5000;
/** A little more than a statement may take: the server is frozen, or the network drops everything. */
const SILENCE = 6000;
const MOST_CONNECTIONS = 10;
/** How long a request waits for an unreachable database before it is refused. */
const PATIENCE = 3000;
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/** Numbers come as numbers: none of ours is beyond 2^53. */
const INT8 = 20;

const USUAL_SCHEMA = 'flagbearer';
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,47}$/;

/** The connections of this process, and its retries when they break. */
export class Database {
  readonly schema: string;
  /** Where it is, for people: no password. */
  readonly shown: string;
  readonly sql: Sql;
  readonly #config: ClientConfig;
  readonly #clock: Clock;
  readonly #pauses: Pauses;
  readonly #closing = new AbortController();
  /** Once a request has waited in vain, later ones are tried once, until one succeeds. */
  #reach: 'near' | 'away' = 'near';

  /**
   * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters of libpq, and
   *   `schema`, by default `flagbearer`: sandboxes of different schemas share nothing
   * @param options.clock of the machine, since patience is a matter of wall time
   * @throws StoreRefused
   */
  constructor(setting: string, options: { readonly clock: Clock; readonly pauses: Pauses }) {
    this.#clock = options.clock;
    this.#pauses = options.pauses;
    const url = urlOf(setting);
    this.schema = url.searchParams.get('schema') ?? USUAL_SCHEMA;
    if (!SCHEMA_NAME.test(this.schema)) {
      throw new StoreRefused(
        'the schema of the store must be lower-case letters, digits and _, at most 48 of them',
      );
    }
    const sessionOptions = url.searchParams.get('options') ?? '';
    url.searchParams.delete('schema');
    url.searchParams.delete('options');
    const user = url.username === '' ? '' : `${url.username}@`;
    this.shown = `postgres://${user}${url.host}${url.pathname}`;
    const types = new TypeOverrides();
    types.setTypeParser(INT8, Number);
    this.#config = {
      connectionString: url.href,
      options: `${sessionOptions} -c search_path=${this.schema}`.trim(),
      application_name: 'flagbearer',
      connectionTimeoutMillis: CONNECTING,
      statement_timeout: STATEMENT,
      lock_timeout: STATEMENT,
      idle_in_transaction_session_timeout: STATEMENT,
      keepAlive: true,
      types,
    };
    const pool = new Pool({
      ...this.#config,
      stream: silentNoLonger,
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: STATEMENT,
      allowExitOnIdle: true,
    });
    // A connection that breaks while it is idle is replaced; of others the query reports it.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    this.sql = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  }

  /** A connection beside the pool, not yet opened, on which the server may be silent. */
  newClient(): Client {
    return new Client(this.#config).on('error', () => {});
  }

  /**
   * Runs what may be run again.
   *
   * @throws StoreUnavailable when patience is over
   */
  async patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const deadline = this.#clock.now() + (this.#reach === 'near' ? PATIENCE : 0);
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const result = await attempt();
        this.#reach = 'near';
        return result;
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble === undefined) throw error;
        const isOver = this.#clock.now() >= deadline || this.#closing.signal.aborted;
        if (isOver && trouble.kind === 'lost') this.#reach = 'away';
        if (isOver || trouble.kind === 'lasting')
          throw new StoreUnavailable(trouble.reason, { cause: error });
      }
      await this.#pauses.pause(pause, this.#closing.signal);
    }
  }

  /** Resolves to whether the database accepts writes, without retries. @throws errors of the driver */
  async isWritable(): Promise<boolean> {
    const { rows } = await sql<{ writable: boolean }>`select
      not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable
    `.execute(this.sql);
    return rows[0]?.writable === true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.sql.destroy();
  }
}

function silentNoLonger(): Socket {
  const socket = new Socket().setTimeout(SILENCE);
  return socket.once('timeout', () => socket.destroy());
}

function urlOf(setting: string): URL {
  if (URL.canParse(setting)) {
    const url = new URL(setting);
    if (url.pathname.length > 1) return url;
  }
  throw new StoreRefused(
    'the store can not be understood: a database is named postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for an @ in the password',
  );
}
