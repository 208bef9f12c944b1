import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { systemClock } from '../../src/ports/clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { prepareStart } from '../../src/server/prepare-start.ts';
import { createFolder } from '../setup/folder.ts';
import { createMemoryStore } from '../setup/memory-store.ts';

it('prepareStart reads a scenario only once for an empty store', async () => {
  const file = join(await createFolder({ 'one.json': '{"name": "one"}' }), 'one.json');
  const progressMessages: string[] = [];
  const progress = {
    update: (message: string) => progressMessages.push(message),
    end: () => undefined,
  };
  const store = await createMemoryStore(systemClock);
  onTestFinished(() => store.close());

  await prepareStart(store, { scenario: [file], progress }, silentLog);
  expect(progressMessages).toEqual([`reading ${file}`]);
});
