/** Starts one PostgreSQL server for all test files of a run, when a test first needs the server. */
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';

import { listen } from '../setup/listen.ts';
import { startOwnPostgresServer, type PostgresServer } from './own-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An HTTP URL that returns the URL of the database server, or 500 if the server cannot be started. */
    sharedPostgres: string | undefined;
  }
}

/** Provides `sharedPostgres` and returns a function that stops the server after the run. */
export default async function sharePostgres({
  provide,
}: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const urlServer = createServer((_, response) => {
    server ??= startOwnPostgresServer();
    server.then(
      ({ url }) => response.end(url.href),
      (reason: unknown) => response.writeHead(500).end(String(reason)),
    );
  });
  provide('sharedPostgres', `http://127.0.0.1:${await listen(urlServer)}`);
  return async () => {
    urlServer.closeAllConnections();
    urlServer.close();
    const startedServer = await server?.catch(() => undefined);
    await startedServer?.stop();
  };
}
