/** A workspace is selected by path, header or host name; conflicting selections are rejected. */
import { beforeAll, describe, expect, it } from 'vitest';

import { sendRequest, useSandbox } from '../sandbox.ts';
import { sendRawRequest, type RawRequest } from './raw-request.ts';

const sandbox = useSandbox();

beforeAll(async () => {
  for (const name of ['checkout', 'returns']) {
    await sendRequest(`${sandbox.url}/sandbox/workspaces`, { method: 'POST', body: { name } });
  }
});

type Headers = NonNullable<RawRequest['headers']>;

const HEADER = 'Flagbearer-Workspace';
const checkoutHeader = [HEADER, 'checkout'] as const;
const returnsHeader = [HEADER, 'returns'] as const;
const checkoutHost = ['host', 'checkout.localhost'] as const;
const returnsHost = ['host', 'returns.localhost'] as const;
const get = (path: string, ...headers: Headers) =>
  sendRawRequest(sandbox.url, { method: 'GET', path, headers });

describe('a workspace', () => {
  it.each<[string, string, Headers]>([
    ['a path', '/w/checkout/sandbox/health', []],
    ['a header', '/sandbox/health', [checkoutHeader]],
    ['a host name', '/sandbox/health', [['host', 'checkout.localhost:4020']]],
    ['a host name in capitals', '/sandbox/health', [['host', 'Checkout.LOCALHOST']]],
    ['all three', '/w/checkout/sandbox/health', [checkoutHeader, checkoutHost]],
  ])('is selected by %s', async (_by, path, headers) => {
    const { status, body } = await get(path, ...headers);
    expect({ status, workspace: body.workspace }).toEqual({ status: 200, workspace: 'checkout' });
  });

  it('is the default workspace for the header value `default` and for the host a.b.localhost', async () => {
    expect((await get('/sandbox/health', [HEADER, 'default'])).body.workspace).toBe('default');
    // The host name of a workspace has only one label before localhost.
    expect((await get('/sandbox/health', ['host', 'a.b.localhost'])).body.workspace).toBe(
      'default',
    );
  });

  it('selected by a header gets the message and the journal entry of the request', async () => {
    const body = JSON.stringify({ emailAddress: 'ada@example.test' });
    const headers = [
      ['service-client-id', 'wallet-app'],
      ['service-client-secret', 'wallet-app-secret'],
      ['accept', 'application/json'],
      ['content-type', 'application/json'],
      checkoutHeader,
    ] as const;
    const path = '/v1/auth/otp/email:send';
    expect(await sendRawRequest(sandbox.url, { path, headers, body })).toMatchObject({
      status: 200,
    });
    const messages = (await get('/w/checkout/sandbox/inbox')).body.items;
    expect(messages).toMatchObject([{ to: 'ada@example.test' }]);
    expect((await get('/sandbox/inbox')).body.items).toEqual([]);
    expect((await get('/w/checkout/sandbox/journal')).body.items).toHaveLength(1);
    expect((await get('/sandbox/journal')).body.items).toEqual([]);
  });

  it.each<[string, string, Headers]>([
    ['header', '/sandbox/health', [[HEADER, 'chekcout']]],
    ['empty header', '/sandbox/health', [[HEADER, '']]],
    ['host name', '/user', [['host', 'chekcout.localhost']]],
    ['host name that no workspace can have', '/user', [['host', 'my_test.localhost']]],
  ])('causes 404 if it does not exist and is selected by %s', async (_by, path, headers) => {
    expect(await get(path, ...headers)).toMatchObject({
      status: 404,
      body: { code: 'workspaceUnknown' },
    });
  });

  it.each<[string, string, Headers]>([
    ['path and header', '/w/checkout/sandbox/health', [returnsHeader]],
    ['path and host name', '/w/checkout/user', [returnsHost]],
    ['two headers', '/sandbox/health', [checkoutHeader, returnsHeader]],
    ['header and host name', '/user', [checkoutHeader, returnsHost]],
  ])('cannot be selected twice with different names, by %s', async (_by, path, headers) => {
    const { status, body } = await get(path, ...headers);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        code: 'workspaceConflict',
        message:
          'Path, header Flagbearer-Workspace and host name select different workspaces. Use one of them.',
        details: [],
      },
    });
  });

  it('has URLs with its name in the path, even if the host name selects it', async () => {
    const { body } = await get('/sandbox/workspaces/checkout', ['host', 'localhost:4020']);
    expect(body.baseUrl).toBe('http://localhost:4020/w/checkout');
    const response = await get('/sandbox/openapi.json', ['host', 'checkout.localhost:4020']);
    expect(response.body.servers).toMatchObject([{ url: 'http://localhost:4020/w/checkout' }]);
  });
});

describe('a web page', () => {
  const page = 'http://app.localhost:3000';

  it('can send the header Flagbearer-Workspace from another origin of this machine', async () => {
    const { status, headers } = await sendRawRequest(sandbox.url, {
      method: 'OPTIONS',
      path: '/user',
      headers: [
        ['origin', page],
        ['access-control-request-method', 'GET'],
        ['access-control-request-headers', 'flagbearer-workspace'],
      ],
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('flagbearer-workspace');
  });

  it('on the host of a workspace cannot reach the control API of another workspace', async () => {
    const response = await get(
      '/sandbox/health',
      ['host', 'checkout.localhost:4020'],
      ['origin', 'http://returns.localhost:4020'],
    );
    expect(response).toMatchObject({ status: 403, body: { code: 'originNotAllowed' } });
  });

  it('on another host name cannot reach the sandbox, even if it selects a workspace (DNS rebinding)', async () => {
    const reboundHost = ['host', 'checkout.localhost.rebound.example'] as const;
    expect(await get('/user', reboundHost, checkoutHeader)).toMatchObject({
      status: 403,
      body: { code: 'hostNotAllowed' },
    });
  });
});

describe('the root of the sandbox', () => {
  it.each([
    ['/', 'localhost:4020', '/sandbox/console'],
    ['/?from=bookmark', 'localhost:4020', '/sandbox/console'],
    ['/w/checkout', 'localhost:4020', '/sandbox/console#/w/checkout'],
    ['/w/checkout/', 'localhost:4020', '/sandbox/console#/w/checkout'],
    ['/', 'checkout.localhost:4020', '/sandbox/console#/w/checkout'],
    ['/sandbox/console', 'checkout.localhost:4020', '/sandbox/console#/w/checkout'],
  ])('redirects a browser from %s at %s to the console', async (path, host, expected) => {
    const accept = ['accept', 'text/html,application/xhtml+xml,*/*;q=0.8'] as const;
    for (const method of ['GET', 'HEAD']) {
      const request = { method, path, headers: [['host', host] as const, accept] };
      const { status, headers } = await sendRawRequest(sandbox.url, request);
      const target = new URL(headers['location'] as string, `http://${host}${path}`);
      expect(status).toBe(307);
      expect(target.href).toBe(`http://localhost:4020${expected}`);
    }
  });

  it('returns 404 to other clients', async () => {
    const { status, body } = await get('/', ['accept', '*/*']);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'notFound' });
  });
});
