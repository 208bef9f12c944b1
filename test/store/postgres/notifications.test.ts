import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { createNotifications } from '../../../src/store/postgres/notifications.ts';

it('sends the changes of a batch in one query, each log once', async () => {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void queries.push(query),
  });
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => void pauses.push(resolve));
  const { notify } = createNotifications({ db, schema: 'flagbearer' } as never, 'writer', {
    pause,
  });
  const logs = ['1.a.1', '1.a.1', '2.b.1', '1.a.1'];
  for (const log of logs) notify(log);
  for (const endPause of pauses) endPause();
  // The third parameter contains the names of the logs.
  await expect
    .poll(() => queries.map(({ parameters }) => parameters[2]))
    .toEqual([['1.a.1', '2.b.1']]);
});
