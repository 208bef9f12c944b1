/** HTTP behaviour of the control API: paths, methods, sizes, internal errors. */
import { describe, expect, it } from 'vitest';

import { useTestSandbox } from './sandbox.ts';

const reset = () => Promise.reject(new TypeError('internal details'));
const sandbox = useTestSandbox({ replaceInStore: () => ({ reset }) });

describe('paths', () => {
  it.each(['', '/', '/nothing', '/users/rita/', '/Users', '/users/rita/flags', '/health.json'])(
    'return 404 for /sandbox%s',
    async (path) => {
      const { status, body } = await sandbox.send('GET', `/sandbox${path}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'notFound', details: [{ pointer: '/path' }] });
    },
  );

  it('with an unknown action of a user return 404', async () => {
    const { status, body } = await sandbox.send('POST', '/sandbox/users/rita:submitKYC', {});
    expect([status, body.message]).toEqual([
      404,
      'Unknown control API path /sandbox/users/rita:submitKYC.',
    ]);
  });

  it('with invalid percent-encoding are rejected', async () => {
    const { status, body } = await sandbox.send('GET', '/sandbox/users/%E0%A4%A');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'malformed', details: [{ pointer: '/path' }] });
  });

  it('of a user and of an operation on a user allow different methods', async () => {
    const { status, headers } = await sandbox.send('GET', '/sandbox/users/rita:submitKyc');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    const userResponse = await sandbox.send('POST', '/sandbox/users/rita', {});
    expect(userResponse.headers.get('allow')).toBe('GET, PATCH, HEAD');
  });

  it('support HEAD as GET without a body', async () => {
    const { status, body, headers } = await sandbox.send('HEAD', '/sandbox/health');
    expect(status).toBe(200);
    expect(body).toBe('');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('return responses that cannot be cached', async () => {
    const { headers } = await sandbox.send('GET', '/sandbox/health');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('the size limit of a request body', () => {
  it('is 1 MiB', async () => {
    const path = '/sandbox/wallets/0x0:sign';
    const longestBody = '{"message":"a"}'.padEnd(1024 * 1024);
    // The size is valid; the wallet 0x0 is unknown.
    expect((await sandbox.send('POST', path, longestBody)).status).toBe(404);
    const { status, body, headers } = await sandbox.send('POST', path, `${longestBody} `);
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'tooLarge', details: [] });
    expect(headers.get('connection')).toBe('close');
  });

  it('is larger if the body can contain a scenario', async () => {
    const text = `name: large\ndescription: ${'a'.repeat(2 * 1024 * 1024)}\nusers: []\n`;
    const { status } = await sandbox.send('PUT', '/sandbox/scenario', text, {
      'content-type': 'application/yaml',
    });
    expect(status).toBe(200);
  });
});

describe('an internal error', () => {
  it('causes a 500 without details, and a log line with all details', async () => {
    const { status, body } = await sandbox.send('POST', '/sandbox/reset');
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 'internal',
      message: 'Internal error; see the log of the sandbox.',
      details: [],
    });
    const [line] = sandbox.log.entries.filter(({ level }) => level === 'error');
    expect(line?.fields['err']).toMatchObject({ message: 'internal details' });
  });
});
