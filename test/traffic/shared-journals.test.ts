import { expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { silentLog } from '../../src/ports/log.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import { getJournalLogName, JournalLogs } from '../../src/store/journal-logs.ts';
import { createSharedJournals } from '../../src/traffic/journal/shared-journals.ts';
import type { Store } from '../../src/store/store.ts';
import { createSmallestEngine, type StoredLogs } from '../engines/smallest-engine.ts';
import { createExchange } from './exchange.ts';

const workspace = { name: 'own', generation: 1 };
const logName = getJournalLogName(workspace);
const signatures = await loadSignatures();
const store = {
  onEnd: () => {},
  read: async (_workspace: unknown, read: (view: object) => unknown) =>
    read({ settings: { dialect: defaultDialect } }),
} as unknown as Store;

function createReplica(logs: StoredLogs) {
  const journalLogs = new JournalLogs(createSmallestEngine(logs));
  const journals = createSharedJournals({
    store,
    journalLogs,
    signatures,
    limit: 10,
    log: silentLog,
    pauses: { pause: async () => {} },
  });
  return { journalLogs, journal: journals.getJournal(workspace) };
}

it('a journal follower gets the requests of another replica, even while the follower handles a request', async () => {
  const logs: StoredLogs = new Map([
    [logName, { snapshot: { version: 0, text: '[]' }, entries: [] }],
  ]);
  const [receiver, reader] = [createReplica(logs), createReplica(logs)];
  const receiveRequest = async () => {
    receiver.journal.record(createExchange(), receiver.journal.observations.begin());
    await receiver.journal.update();
    reader.journalLogs.handleChange(logName);
  };
  await receiveRequest();
  const follower = reader.journal.follow(0, AbortSignal.timeout(2000));
  for (const number of [1, 2, 3]) {
    expect((await follower.next()).value).toMatchObject({ number });
    await receiveRequest();
  }
  await follower.return(undefined);
});
