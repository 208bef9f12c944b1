import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';

import { getServerUrl, listenOn, stopListening } from '../../src/server/listening.ts';

it('stops after the responses to the requests in progress, without waiting for keep-alive connections', async () => {
  const server = createServer();
  await listenOn(server, { host: '127.0.0.1', port: 0 });
  const request = fetch(getServerUrl(server, '127.0.0.1'));
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];

  // If a connection stayed open, the test would time out first.
  const stopping = stopListening(server, 60_000);
  response.end('complete');
  expect(await (await request).text()).toBe('complete');
  await stopping;
});

it('completes every pipelined request of a connection before it stops', async () => {
  const server = createServer();
  await listenOn(server, { host: '127.0.0.1', port: 0 });
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response: ServerResponse) => responses.push(response));
  const client = connect(Number(new URL(getServerUrl(server, '127.0.0.1')).port), '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  const receivedText = text(client);
  await vi.waitFor(() => expect(responses).toHaveLength(2));

  const stopping = stopListening(server);
  for (const response of responses) response.end(`complete ${response.req.url}`);
  await stopping;
  expect((await receivedText).match(/complete \/\d/g)).toEqual(['complete /1', 'complete /2']);
});
