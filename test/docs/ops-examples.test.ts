import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './pages.ts';

const compose = parse(await readFile(join(root, 'examples/ops/compose.yaml'), 'utf8'), {
  merge: true,
});

describe('the health check of examples/ops/compose.yaml', () => {
  it.each([
    [200, 0],
    [503, 1],
  ])('exits for status %i with code %i', async (status, exitCode) => {
    await using server = createServer((request, response) => {
      response.writeHead(request.url === '/sandbox/ready' ? status : 404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { test } = compose.services.one.healthcheck;
    expect(test).toEqual(['CMD', 'node', '-e', expect.any(String)]);
    const script = test[3].replace(':4020', `:${port}`);
    const check = execFile(process.execPath, ['-e', script]);
    expect(await once(check, 'exit')).toEqual([exitCode, null]);
  });
});
