/** Limits on slow clients, connections and large bodies, and errors of the HTTP parser. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  createExpressServer,
  serverLimits,
  type ServerLimits,
} from '../../src/server/express-server.ts';
import { checkErrorBody } from '../control/response-check.ts';
import { useSandbox } from '../sandbox.ts';
import { listen } from '../setup/listen.ts';

const sandbox = useSandbox();

/** Starts a server that responds `whole` after it received a whole request. Returns its port. */
async function startServer(limits: Partial<ServerLimits>): Promise<number> {
  const { app, createServer } = createExpressServer();
  app.use((req, res) => {
    req.resume().once('end', () => res.end('whole'));
  });
  const server = createServer({ ...serverLimits, ...limits });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const connectToSandbox = () => connectTo(Number(new URL(sandbox.url).port));

const shortLimits = { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 };

describe('an incomplete request', () => {
  it.each([
    ['headers that never end', 'POST / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body that never ends', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345'],
    [
      'chunks that never end',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n1',
    ],
  ])('is rejected with 408: %s', async (_what, incompleteRequest) => {
    const socket = await connectTo(await startServer(shortLimits));
    socket.write(incompleteRequest);
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1[.]1 408 /);
    expect(response).toMatch(/\r\n\r\n\{"code":"requestTimeout","message":".*","details":\[\]\}$/);
  });

  it('does not affect other clients', async () => {
    const port = await startServer({});
    (await connectTo(port)).write('POST / HTTP/1.1\r\nHost: a\r\n');
    const otherSocket = await connectTo(port);
    otherSocket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(otherSocket)).toMatch(/whole$/);
  });
});

describe('connections', () => {
  it('above the limit are closed immediately, until an open connection ends', async () => {
    const port = await startServer({ maxConnections: 1 });
    const firstSocket = await connectTo(port);
    firstSocket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(firstSocket, 'data');
    expect(await text(await connectTo(port))).toBe('');
    const socketEnd = once(firstSocket, 'close');
    firstSocket.end();
    await socketEnd;
    const nextSocket = await connectTo(port);
    nextSocket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(nextSocket)).toMatch(/whole$/);
  });
});

describe('a body whose Content-Length is too large', () => {
  const headerLines = [
    'POST /v1/auth/cryptoWallet:start HTTP/1.1',
    'Host: 127.0.0.1',
    'service-client-id: wallet-app',
    'service-client-secret: wallet-app-secret',
    'content-type: application/json',
    'content-length: 50000000',
  ];

  it('is rejected before it is received', async () => {
    const socket = await connectToSandbox();
    socket.write(`${headerLines.join('\r\n')}\r\n\r\n${'x'.repeat(200_000)}`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1[.]1 413 /);
    // A client that sends the rest of the body gets the end of the response, not a connection reset.
    socket.write('x'.repeat(49_800_000));
    await text(socket);
    expect(socket.readableEnded).toBe(true);
  });
});

it('a server has all limits by default, and no limit is disabled by 0', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = serverLimits;
  expect(createExpressServer().createServer()).toMatchObject({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    maxConnections,
  });
  expect(Math.min(...Object.values(serverLimits))).toBeGreaterThan(0);
});

describe('a request that the HTTP parser rejects', () => {
  it.each([
    [400, 'malformed', 'GET / HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n'],
    [400, 'malformed', 'GET\r\n\r\n'],
    [400, 'malformed', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      400,
      'malformed',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    ],
    [431, 'headersTooLarge', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [417, 'expectationFailed', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n'],
    [
      413,
      'tooLarge',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    ],
  ])('receives %i %s as JSON: %j', async (status, code, bytes) => {
    const socket = await connectToSandbox();
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    expect(head).toMatch(new RegExp(`\r\nContent-Length: ${body.length}\r\n`));
    expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), details: [] });
    checkErrorBody(JSON.parse(body));
  });

  it('is rejected after the response to the request before it', async () => {
    const socket = await connectToSandbox();
    socket.write('GET /sandbox/ready HTTP/1.1\r\nHost: localhost\r\n\r\nGET\r\n\r\n');
    const statusLines = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    expect(statusLines).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});
