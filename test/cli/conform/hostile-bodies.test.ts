/** Responses too large to be read whole: the run continues, with little memory. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInFolder } from '../../config/in-folder.ts';
import { runFlagbearer } from '../flagbearer.ts';

const MIB = 1024 * 1024;

type Body = (response: ServerResponse) => void;

function endless(response: ServerResponse): void {
  const chunk = '['.repeat(64 * 1024);
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

/** Writes a byte every few milliseconds until the client closes the connection. */
function slow(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
}

const bomb = gzipSync('['.repeat(256 * MIB));
const wide = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => ({ sessionJwt: `${at}` })));

const bodies: Readonly<Record<string, readonly [body: Body, text: RegExp]>> = {
  'that never ends': [endless, /the response body is larger than 1 MiB/],
  'of 6 MB of brackets': [
    (response) => response.end('['.repeat(6_000_000)),
    /the response body is larger than 1 MiB/,
  ],
  'of 1 MiB of brackets': [
    (response) => response.end('['.repeat(MIB)),
    /is JSON that is nested more than 100 levels deep/,
  ],
  'that unpacks to 256 MiB': [
    (response) => response.setHeader('content-encoding', 'gzip').end(bomb),
    /the response body is larger than 1 MiB/,
  ],
  'that arrives one byte at a time': [slow, /ECONNABORTED|ETIMEDOUT|[Tt]imeout/],
  'of 1 MiB of text': [(response) => response.end('a '.repeat(MIB / 2)), /./],
  'of 100,000 tokens': [(response) => response.end(wide.slice(0, MIB)), /./],
};

async function startServer(isHostile: (url: string) => boolean, body: Body): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (isHostile(url)) body(response);
    else response.end('{"challenge":"Sign in: abcdefghijklmnopqrst"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function conform(cwd: string, url: string, body: Body) {
  // A slow response uses the whole timeout.
  const [timeout, requests] = body === slow ? ['50ms', '150'] : ['10s', '100'];
  const args = ['conform', url, '--otp-source', 'fixed:123456', '--quiet'];
  // Each of the hundred requests in flight needs a megabyte.
  const limits = ['--timeout', timeout, '--max-requests', requests, '--concurrency', '4'];
  const env = {
    NODE_OPTIONS: '--max-old-space-size=100',
    FLAGBEARER_CLIENT_ID: 'a',
    FLAGBEARER_CLIENT_SECRET: 'the-client-secret',
  };
  return runFlagbearer([...args, ...limits], { cwd, env });
}

describe.each(Object.entries(bodies))(
  'a response body %s',
  { timeout: 60_000 },
  (_, [body, text]) => {
    it('does not stop the run if every operation but the first returns it', () =>
      runInFolder({}, async (cwd) => {
        const url = await startServer((path) => !path.endsWith('cryptoWallet:start'), body);
        const { exit, stderr } = await conform(cwd, url, body);
        expect({ exit, stderr }).toEqual({ exit: expect.any(Number), stderr: '' });
        expect([0, 1, 4]).toContain(exit);
        const report = await readFile(join(cwd, 'conform-report/report.json'), 'utf8');
        expect(report).toMatch(text);
      }));
  },
);

describe('a response body that never ends', () => {
  it('makes the run exit with 3 if every operation returns it', () =>
    runInFolder({}, async (cwd) => {
      const { exit, stderr } = await conform(cwd, await startServer(() => true, endless), endless);
      expect(exit).toBe(3);
      expect(stderr).toMatch(
        /^error: cannot reach http:\S+: the response body is larger than 1 MiB\. Check the base URL\.\n$/,
      );
    }));
});
