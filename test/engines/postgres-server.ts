/** Runs suites with a PostgreSQL server: the server in PGURL, the server of the test run, or a new server. */
import { describe, inject, it } from 'vitest';

import { startOwnPostgresServer, useRunningServer } from './own-postgres.ts';
import type { PostgresServer } from './own-postgres.ts';

/** Runs suites on a shared server. If no server can be started, adds a skipped test with the reason. */
export function describeWithPostgres(
  describeSuites: (server: PostgresServer) => void,
): Promise<void> {
  return startPostgresServer().then(describeSuites, reportSkipped);
}

/** Runs suites on the server in PGURL or on a new server. The suites must stop this server. */
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

async function startPostgresServer(): Promise<PostgresServer> {
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
