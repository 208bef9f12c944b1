/** Runs suites with a PostgreSQL server: the one in PGURL, else the one of the test run, else a new one. */
import { describe, inject, it } from 'vitest';

import { startOwnPostgresServer, useRunningServer } from './own-postgres.ts';
import type { PostgresServer } from './own-postgres.ts';

/** Runs suites on a shared server; if none can be started, adds a skipped test with the reason. */
export function describeWithPostgres(
  describeSuites: (server: PostgresServer) => void,
): Promise<void> {
  return startPostgresServer().then(describeSuites, reportSkipped);
}

/** Runs suites on a server that no other suite uses: that of PGURL, else a new one, which they must stop. */
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
