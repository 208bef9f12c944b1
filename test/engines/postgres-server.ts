/** A real PostgreSQL for tests: the one that PGURL names, else that of the whole run, or one of their own. */
import { describe, inject, it } from 'vitest';

import { startOwnPostgresServer, connectServer } from './own-postgres.ts';
import type { PostgresServer } from './own-postgres.ts';

/** Runs suites on a shared server; if none can be started, reports the reason. */
export function describeWithPostgres(
  describeSuites: (server: PostgresServer) => void,
): Promise<void> {
  return startPostgresServer().then(describeSuites, reportSkipped);
}

/** Suites on a server that they may break, and which they stop; where PGURL names one, on that. */
export function describeWithOwnPostgres(suites: (server: PostgresServer) => void): Promise<void> {
  const server = getGivenServer() ?? startOwnPostgresServer();
  return Promise.resolve(server).then(suites, reportSkipped);
}

function reportSkipped(reason: unknown): void {
  describe('PostgreSQL', () => {
    it.skip(`NOT TESTED: no PostgreSQL can be started here: ${String(reason)}`, () => undefined);
  });
}

async function startPostgresServer(): Promise<PostgresServer> {
  const given = getGivenServer();
  if (given !== undefined) return given;
  const shared = inject('sharedPostgres');
  if (shared === undefined) return startOwnPostgresServer();
  const response = await fetch(shared);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return connectServer(new URL(text));
}

function getGivenServer(): PostgresServer | undefined {
  const given = process.env['PGURL'];
  return given === undefined || given === '' ? undefined : connectServer(new URL(given));
}
