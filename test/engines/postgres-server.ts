/**
 * Runs suites with a PostgreSQL server. If no server can be started, adds a skipped test with the reason. The suites
 * must call `server.stop()`, which stops only a server that this module started.
 */
import { describe, inject, it } from 'vitest';

import { startOwnPostgresServer, useRunningServer, type PostgresServer } from './own-postgres.ts';

/** Runs suites on a server that other suites can use at the same time. */
export function describeWithPostgres(
  describeSuites: (server: PostgresServer) => void,
): Promise<void> {
  return getPostgresServer().then(describeSuites, reportSkipped);
}

/** Runs suites on a new server that no other suite uses. If PGURL is set, uses that server instead. */
export function describeWithOwnPostgres(
  describeSuites: (server: PostgresServer) => void,
): Promise<void> {
  const server = getServerOfEnvironment() ?? startOwnPostgresServer();
  return Promise.resolve(server).then(describeSuites, reportSkipped);
}

function reportSkipped(reason: unknown): void {
  describe('PostgreSQL', () => {
    it.skip(`NOT TESTED: no PostgreSQL can be started here: ${String(reason)}`, () => undefined);
  });
}

/** Returns the server in PGURL, the shared server of the test run, or a new server. */
async function getPostgresServer(): Promise<PostgresServer> {
  const environmentServer = getServerOfEnvironment();
  if (environmentServer !== undefined) return environmentServer;
  const shared = inject('sharedPostgres');
  if (shared === undefined) return startOwnPostgresServer();
  const response = await fetch(shared);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return useRunningServer(new URL(text));
}

function getServerOfEnvironment(): PostgresServer | undefined {
  const url = process.env['PGURL'] ?? '';
  return url === '' ? undefined : useRunningServer(new URL(url));
}
