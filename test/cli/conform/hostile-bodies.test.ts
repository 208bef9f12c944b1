/** A run with little memory continues if response bodies are large, deeply nested or slow. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { startUpstream } from '../proxy/upstream.ts';
import { runFlagbearer } from '../run-flagbearer.ts';

const MIB = 1024 * 1024;

type WriteBody = (response: ServerResponse) => void;

function writeEndlessly(response: ServerResponse): void {
  const chunk = '['.repeat(64 * 1024);
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

/** Writes a byte every few milliseconds until the client closes the connection. */
function writeSlowly(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
}

const gzipBomb = gzipSync('['.repeat(256 * MIB));
const manyTokens = JSON.stringify(
  Array.from({ length: 100_000 }, (_, index) => ({ sessionJwt: `${index}` })),
);

const bodies: Readonly<Record<string, readonly [writeBody: WriteBody, reportText?: RegExp]>> = {
  'that never ends': [writeEndlessly, /the response body is larger than 1 MiB/],
  'of 6 MB of brackets': [
    (response) => response.end('['.repeat(6_000_000)),
    /the response body is larger than 1 MiB/,
  ],
  'of 1 MiB of brackets': [
    (response) => response.end('['.repeat(MIB)),
    /is JSON that is nested more than 100 levels deep/,
  ],
  'that unpacks to 256 MiB': [
    (response) => response.setHeader('content-encoding', 'gzip').end(gzipBomb),
    /the response body is larger than 1 MiB/,
  ],
  'that arrives one byte at a time': [writeSlowly, /ECONNABORTED|ETIMEDOUT|[Tt]imeout/],
  'of 1 MiB of text': [(response) => response.end('a '.repeat(MIB / 2))],
  'of 1 MiB of tokens, truncated': [(response) => response.end(manyTokens.slice(0, MIB))],
};

async function startServer(
  isHostilePath: (path: string) => boolean,
  writeBody: WriteBody,
): Promise<string> {
  const server = await startUpstream(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (isHostilePath(url)) writeBody(response);
    else response.end('{"challenge":"Sign in: abcdefghijklmnopqrst"}');
  });
  return server.url;
}

async function conform(cwd: string, url: string, writeBody: WriteBody) {
  // Each slow response lasts until the timeout.
  const [timeout, requests] = writeBody === writeSlowly ? ['50ms', '150'] : ['10s', '100'];
  const args = ['conform', url, '--otp-source', 'fixed:123456', '--quiet'];
  // Each concurrent response can need a megabyte.
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
  (_, [writeBody, reportText]) => {
    it('does not stop the run if all operations except startWalletAuth return it', async () => {
      const cwd = await createFolder({});
      const url = await startServer((path) => !path.endsWith('cryptoWallet:start'), writeBody);
      const { exit, stderr } = await conform(cwd, url, writeBody);
      expect({ exit, stderr }).toEqual({ exit: expect.any(Number), stderr: '' });
      expect([0, 1, 4]).toContain(exit);
      const report = await readFile(join(cwd, 'conform-report/report.json'), 'utf8');
      if (reportText) expect(report).toMatch(reportText);
    });
  },
);

describe('a response body that never ends', () => {
  it('makes the run exit with 3 if every operation returns it', async () => {
    const cwd = await createFolder({});
    const { exit, stderr } = await conform(
      cwd,
      await startServer(() => true, writeEndlessly),
      writeEndlessly,
    );
    expect(exit).toBe(3);
    expect(stderr).toMatch(
      /^error: cannot reach http:\S+: the response body is larger than 1 MiB\. Check the base URL\.\n$/,
    );
  });
});
