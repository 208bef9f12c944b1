import { EventEmitter, once } from 'node:events';
import type { Client } from 'pg';
import { expect, it } from 'vitest';

import { Announcements } from '../../../src/store/postgres/announcements.ts';

/** A connection that is open once it is told `opened`. */
class Connection extends EventEmitter {
  async connect(): Promise<void> {
    this.emit('asked');
    await once(this, 'opened');
  }

  query(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    this.emit('end');
    return Promise.resolve();
  }
}

it('end while a lost connection is being opened again', async () => {
  const [first, second] = [new Connection(), new Connection()];
  const connections = [first, second].values();
  const announcements = new Announcements(() => connections.next().value as unknown as Client, {
    channel: 'told',
    pauses: { pause: () => Promise.resolve() },
  });
  const listening = announcements.listen(
    () => undefined,
    () => undefined,
  );
  first.emit('opened');
  await listening;
  const asked = once(second, 'asked');
  first.emit('end');
  await asked;
  const closed = announcements.close();
  second.emit('opened');
  await expect(closed).resolves.toBeUndefined();
});
