/** How the proxy forwards messages (RFC 9110, section 7.6), also invalid and incomplete ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClientApp, createWallet, toNetworkIdentity } from '../../sandbox.ts';
import { sendRawRequest } from '../../server/raw-request.ts';
import { exchangeBytes, startRawUpstream } from './raw-exchange.ts';
import { startProxy, type RunningProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';

const START_PATH = '/v1/auth/cryptoWallet:start';

/** Starts a listener whose queue of connections is full, until the test ends. Returns its URL. */
async function startFullListener(): Promise<string> {
  const code = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      console.log(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return `http://127.0.0.1:${port}`;
}

describe('a forwarded request or response', () => {
  it('keeps its path, query and headers, except hop-by-hop headers and unsupported content codings', async () => {
    const upstream = await startUpstream((req, res) => {
      res.writeHead(202, [
        ...['Content-Type', 'text/plain', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
        ...['Connection', 'X-Hop', 'X-Hop', '1', 'X-End', '2'],
      ]);
      req.pipe(res);
    });
    const proxy = await startProxy(`${upstream.url}/base/`);
    const { headers, status, body } = await new Promise<{
      headers: NodeJS.Dict<string | string[]>;
      status: number | undefined;
      body: string;
    }>((resolve, reject) => {
      const clientRequest = request(`${proxy.url}/a%3Ab?x=%20&y`, {
        method: 'PUT',
        headers: {
          'X-End': 'yes',
          'X-Hop': 'no',
          connection: 'X-Hop',
          'accept-encoding': 'zstd, gzip;q=0.5',
        },
      });
      clientRequest.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ headers: response.headers, status: response.statusCode, body: text }),
        );
      });
      clientRequest.once('error', reject);
      clientRequest.write('one ');
      clientRequest.end('two');
    });
    expect({ status, body }).toEqual({ status: 202, body: 'one two' });
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-end': '2' });
    expect(headers).not.toHaveProperty('x-hop');
    const [forwardedRequest] = upstream.requests;
    expect(forwardedRequest).toMatchObject({ method: 'PUT', url: '/base/a%3Ab?x=%20&y' });
    expect(forwardedRequest?.headers).toMatchObject({
      host: new URL(upstream.url).host,
      'x-end': 'yes',
      'accept-encoding': 'gzip;q=0.5',
      'transfer-encoding': 'chunked',
      via: expect.stringMatching(/^1\.1 flagbearer-[0-9a-f]{12}-1$/),
    });
    expect(forwardedRequest?.headers).not.toHaveProperty('x-hop');
  });

  it('is streamed if its body is larger than the inspection limit', async () => {
    const length = 8 * 1024 * 1024;
    const upstream = await startUpstream((req, res) => req.pipe(res));
    const proxy = await startProxy(upstream.url);
    const response = await fetch(`${proxy.url}${START_PATH}`, {
      method: 'POST',
      body: 'x'.repeat(length),
    });
    expect((await response.text()).length).toBe(length);
    const { journal } = await proxy.stop();
    expect(journal[0]).toMatchObject({
      request: { bodyOmitted: 'tooLarge' },
      response: { bodyOmitted: 'tooLarge' },
      violations: expect.arrayContaining([expect.objectContaining({ rule: '8.limits.size' })]),
    });
  });

  it('is forwarded in parts before it ends', async () => {
    let end = (): void => undefined;
    const upstream = await startUpstream((_, res) => {
      res.writeHead(200).write('first');
      end = () => void res.end('last');
    });
    const proxy = await startProxy(upstream.url);
    const response = await fetch(`${proxy.url}/events`);
    const reader = response.body!.getReader();
    expect(decode((await reader.read()).value)).toBe('first');
    end();
    expect(decode((await reader.read()).value)).toBe('last');
  });

  it('is decoded from gzip for inspection and forwarded still encoded', async () => {
    const packed = gzipSync(JSON.stringify({ challenge: 7 }));
    const upstream = await startUpstream((req, res) => {
      req.resume();
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      res.writeHead(200, headers).end(packed);
    });
    const proxy = await startProxy(upstream.url);
    const response = await fetch(`${proxy.url}${START_PATH}`, { method: 'POST' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toEqual({ challenge: 7 });
    const { journal } = await proxy.stop();
    expect(journal[0]?.response).toMatchObject({ body: { challenge: 7 } });
    expect(journal[0]?.violations).toContainEqual(
      expect.objectContaining({ rule: '2.3.challenge.string' }),
    );
  });

  it('reuses upstream connections', async () => {
    const upstream = await startUpstream(respondJson(200, {}));
    const proxy = await startProxy(upstream.url);
    for (const _ of [1, 2, 3]) await (await fetch(`${proxy.url}/a`)).text();
    expect(new Set(upstream.requests.map(({ socket }) => socket)).size).toBe(1);
  });

  it('is in the HTTP archive even if its target is * and it gets no response', async () => {
    const proxy = await startProxy('http://127.0.0.1:1');
    const bytes = 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(await exchangeBytes(proxy.url, bytes)).toMatch(/^HTTP\/1\.1 502 /);
    const { readFile } = await proxy.stop();
    expect(JSON.parse(await readFile('report.har')).log.entries).toHaveLength(1);
  });
});

describe('content encodings', () => {
  const createBody = (layers: number) => {
    let bytes: Buffer = Buffer.from(JSON.stringify({ challenge: 7 }));
    for (let layer = 0; layer < layers; layer += 1) bytes = gzipSync(bytes);
    return bytes;
  };

  it.each([
    [2, 'gzip, gzip', { body: { challenge: 7 } }],
    [2, 'identity, gzip, identity, gzip', { body: { challenge: 7 } }],
    [3, 'gzip, gzip, gzip', { bodyOmitted: 'notJson' }],
    // As many layers as fit into the headers of a response (16 KiB).
    [3100, Array(3100).fill('gzip').join(','), { bodyOmitted: 'notJson' }],
  ])('are decoded at most twice: %i layers', async (layers, encoding, response) => {
    const upstream = await startUpstream((req, res) => {
      req.resume();
      const headers = { 'content-encoding': encoding };
      res.writeHead(200, headers).end(createBody(layers));
    });
    const proxy = await startProxy(upstream.url);
    const clientResponse = await sendRawRequest(proxy.url, { path: START_PATH });
    expect(clientResponse).toMatchObject({
      status: 200,
      headers: { 'content-encoding': encoding },
    });
    const { journal } = await proxy.stop();
    expect(journal).toMatchObject([{ response }]);
  });
});

describe('a deployment without a valid response', () => {
  it('causes 502 if it is unreachable', async () => {
    const proxy = await startProxy('http://127.0.0.1:1');
    const response = await new ClientApp(proxy.url).readUser('a-session');
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toMatchObject({
      status: 502,
      detail: 'http://127.0.0.1:1 is unreachable: connection refused.',
    });
    const { exit, journal, stdout } = await proxy.stop();
    expect(exit).toBe(3);
    expect(journal[0]).toMatchObject({
      response: null,
      networkError: expect.stringContaining('connection refused'),
    });
    expect(stdout).toContain('The deployment is unreachable.');
  });

  it.each([
    [
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      /returns 101/,
    ],
    ['HTTP/1.1 200 \u0001\r\nContent-Length: 0\r\n\r\n', /invalid status line/],
    ['HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', /invalid status line/],
    ['no HTTP at all\r\n\r\n', /unreachable/],
  ])('causes 502 if it sends %j', async (bytes, detail) => {
    const proxy = await startProxy(await startRawUpstream((socket) => socket.write(bytes)));
    const response = await new ClientApp(proxy.url).readUser('a-session');
    expect(response).toMatchObject({
      status: 502,
      body: { detail: expect.stringMatching(detail) },
    });
    const { exit, journal } = await proxy.stop();
    expect({ exit, requests: journal.length }).toEqual({ exit: 3, requests: 1 });
  });

  it('causes 504 if it does not respond in time', async () => {
    const upstream = await startUpstream(() => undefined);
    const proxy = await startProxy(upstream.url, ['--timeout', '50ms']);
    const response = await fetch(`${proxy.url}/user`);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({
      detail: `${upstream.url} did not respond within 50 ms (--timeout).`,
    });
  });

  // On other systems, the connection is refused.
  it.runIf(process.platform === 'linux')(
    'causes 504 if it does not accept the connection in time',
    async () => {
      const proxy = await startProxy(await startFullListener(), ['--timeout', '50ms']);
      expect(await fetch(`${proxy.url}/user`)).toMatchObject({ status: 504 });
    },
  );

  it('causes an aborted response to the client if it aborts its response', async () => {
    const upstream = await startUpstream((_, res) => {
      res.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => res.destroy());
    });
    const proxy = await startProxy(upstream.url);
    await expect(fetch(`${proxy.url}/user`).then((response) => response.text())).rejects.toThrow();
    const { journal } = await proxy.stop();
    expect(journal[0]?.networkError).toBe('The response of the deployment was incomplete.');
  });

  it('has no response in the journal if the proxy stops before the deployment responds', async () => {
    const upstream = await startUpstream((req) => req.resume());
    const proxy = await startProxy(upstream.url);
    const response = fetch(`${proxy.url}${START_PATH}`, { method: 'POST', body: '{}' });
    response.catch(() => {});
    await expect.poll(() => upstream.requests).toHaveLength(1);
    const { exit, journal } = await proxy.stop();
    expect(journal).toMatchObject([{ response: null }]);
    // The request has no credentials.
    expect(exit).toBe(1);
  });
});

describe('a body that is incomplete', () => {
  const body = JSON.stringify(toNetworkIdentity(createWallet()));
  const head = [
    ...['POST /v1/auth/cryptoWallet:start HTTP/1.1', 'Host: localhost', 'Connection: close'],
    ...['service-client-id: wallet-app', 'service-client-secret: wallet-app-secret'],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, '', ''],
  ].join('\r\n');

  async function listViolations(proxy: RunningProxy) {
    const { journal } = await proxy.stop();
    expect(journal).toHaveLength(1);
    return journal.flatMap(({ violations }) => violations);
  }

  it('is not a violation of the client if the response arrives before the body ends', async () => {
    const upstream = await startUpstream((_, res) => {
      const headers = { 'content-type': 'application/json', connection: 'close' };
      res.writeHead(401, headers).end('{"code":"clientCredentials","message":"no","details":[]}');
    });
    const proxy = await startProxy(upstream.url);
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => {}).write(head + body.slice(0, 20));
    await once(socket, 'data');
    socket.destroy();
    expect(await listViolations(proxy)).toEqual([]);
  });

  it.each([[[]], [['--enforce']]])(
    'is not a violation of the client if it disconnects (options %j)',
    async (options) => {
      const upstream = await startUpstream((req) => req.resume());
      const proxy = await startProxy(upstream.url, options);
      const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
      socket.write(head + body.slice(0, 20), () => socket.end());
      await once(socket.resume(), 'close');
      expect(await listViolations(proxy)).toEqual([]);
    },
  );

  it('is not a violation of the deployment if the client disconnects', async () => {
    const upstream = await startUpstream((req, res) => {
      req.resume();
      res.writeHead(200, { 'content-type': 'application/json' }).write('{"challenge":"Sign');
    });
    const proxy = await startProxy(upstream.url);
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.write(head + body);
    await once(socket, 'data');
    socket.destroy();
    expect(await listViolations(proxy)).toEqual([]);
  });
});

function decode(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}
