/** One PostgreSQL for all test files of a run, started when first used. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

import { startOwnPostgresServer } from './own-postgres.ts';
import type { PostgresServer } from './own-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the URL of the server; with 500 and the reason if none can be started. */
    sharedPostgres: string | undefined;
  }
}

/** Provides `sharedPostgres`. @returns what ends the server with the run */
export default async function sharePostgres({
  provide,
}: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const door = createServer((_, response) => {
    server ??= startOwnPostgresServer();
    server.then(
      ({ url }) => response.end(url.href),
      (reason: unknown) => response.writeHead(500).end(String(reason)),
    );
  });
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  provide('sharedPostgres', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.closeAllConnections();
    door.close();
    const started = await server?.catch(() => undefined);
    await started?.stop();
  };
}
