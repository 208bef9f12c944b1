import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';

import { getServerUrl, listenOn, stopListening } from '../../src/server/listening.ts';

it('stops as soon as the running requests have responses, although their connections are kept alive', async () => {
  const server = createServer();
  await listenOn(server, { host: '127.0.0.1', port: 0 });
  const request = fetch(getServerUrl(server, '127.0.0.1'));
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  // The end of the drain timeout would hide a connection that stays open.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());

  const stopped = stopListening(server);
  response.end('complete');
  expect(await (await request).text()).toBe('complete');
  await stopped;
});
