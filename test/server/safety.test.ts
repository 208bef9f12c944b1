/** Security defaults: access control, and secrets in responses and logs. */
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../src/server/listen.ts';
import { hasSignals, startFlagbearer, stop } from '../cli/run-flagbearer.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { toTypeIdentity, ClientApp, createWallet, TestWorkspace, useSandbox } from '../sandbox.ts';
import { sendRawRequest, type RawResponse, type RawRequest } from './raw-request.ts';

const sandbox = useSandbox();
type Headers = NonNullable<RawRequest['headers']>;

/** Starts a separate sandbox with other settings. */
async function startWith(options: Partial<SandboxOptions>): Promise<RunningSandbox> {
  const startedSandbox = await startSandbox({ ...plainSandbox, scenario: ['empty'], ...options });
  onTestFinished(() => startedSandbox.close());
  return startedSandbox;
}

const credentials = [
  ['service-client-id', 'wallet-app'],
  ['service-client-secret', 'wallet-app-secret'],
] as const;

/** Sends a request that reaches the service and is rejected there. */
function sendToService(url: string, ...headers: Headers): Promise<RawResponse> {
  return sendRawRequest(url, {
    method: 'GET',
    path: '/user',
    headers: [...credentials, ...headers],
  });
}

function sendToControl(url: string, ...headers: Headers): Promise<RawResponse> {
  return sendRawRequest(url, { method: 'GET', path: '/sandbox/health', headers });
}

const responseOfService = { status: 401, body: { code: 'bearer' } };

describe('the Host header', () => {
  it.each([
    'localhost',
    'localhost:4020',
    'LocalHost:1',
    'my.app.localhost:3000',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.1.2.3:80',
    '[::1]:4020',
    '[::1]',
  ])('is accepted if it is %s', async (host) => {
    expect(await sendToService(sandbox.url, ['host', host])).toMatchObject(responseOfService);
    expect(await sendToControl(sandbox.url, ['host', host])).toMatchObject({ status: 200 });
  });

  it('is required exactly once (RFC 9112, section 3.2)', async () => {
    const twoHosts = [['host', 'localhost'] as const, ['Host', 'rebound.example'] as const];
    expect(await sendToControl(sandbox.url, ...twoHosts)).toMatchObject({
      status: 400,
      body: { code: 'malformed', message: expect.stringContaining('exactly one Host header') },
    });
  });

  it.each([
    'rebound.example',
    'rebound.example:4020',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'localhost@rebound.example',
    'rebound.example#localhost',
    'notlocalhost',
    'localhost,rebound.example',
    'localhost:4020:1',
    '0.0.0.0:4020',
    '10.0.2.2:4020',
    '169.254.169.254',
    '2130706433',
    '0x7f.0.0.1',
    '127.1',
    '[::]',
    '[::2]:4020',
    '',
  ])('is rejected if it is "%s"', async (host) => {
    for (const send of [sendToService, sendToControl]) {
      const { status, body, text, headers } = await send(sandbox.url, ['host', host]);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'hostNotAllowed' });
      expect(text).not.toContain('rebound.example');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('cannot be overridden by headers of a proxy', async () => {
    const response = await sendToControl(
      sandbox.url,
      ['host', 'rebound.example'],
      ['x-forwarded-host', 'localhost'],
      ['forwarded', 'host=localhost'],
    );
    expect(response).toMatchObject({ status: 403 });
  });

  it('is accepted if it is an allowed host', async () => {
    const { url } = await startWith({ allowHost: ['10.0.2.2', 'Sandbox.Test'] });
    for (const host of ['10.0.2.2:4020', 'sandbox.test', 'SANDBOX.test:1', 'localhost']) {
      expect(await sendToService(url, ['host', host])).toMatchObject(responseOfService);
    }
    for (const host of ['10.0.2.3', 'other.sandbox.test', 'test']) {
      expect(await sendToService(url, ['host', host])).toMatchObject({ status: 403 });
    }
  });

  it.each([
    ['host', 'https://sandbox.example.test/there', 'sandbox.example.test', 'example.test'],
    ['IPv6 address', 'http://[2001:db8::7]:4020', '[2001:db8::7]:4020', '[2001:db8::8]'],
  ])('is accepted if it is the %s of the public URL', async (_, publicUrl, host, otherHost) => {
    const { url } = await startWith({ publicUrl });
    expect(await sendToService(url, ['host', host])).toMatchObject(responseOfService);
    expect(await sendToService(url, ['host', otherHost])).toMatchObject({ status: 403 });
  });
});

const SERVICE_HEADERS = [
  'authorization',
  'content-type',
  'service-client-id',
  'service-client-secret',
];

/** Sends the CORS preflight of a request with the headers of the service. */
function sendPreflight(url: string, origin: string, path = '/v1/auth/otp/sms:send') {
  return sendRawRequest(url, {
    method: 'OPTIONS',
    path,
    headers: [
      ['origin', origin],
      ['access-control-request-method', 'POST'],
      ['access-control-request-headers', SERVICE_HEADERS.join()],
    ],
  });
}

async function expectAllowed(url: string, origin: string): Promise<void> {
  const preflightResponse = await sendPreflight(url, origin);
  expect(preflightResponse.status).toBe(204);
  expect(preflightResponse.headers['access-control-allow-origin']).toBe(origin);
  expect(preflightResponse.headers['access-control-allow-methods']).toMatch(/POST/);
  for (const name of SERVICE_HEADERS) {
    expect(preflightResponse.headers['access-control-allow-headers']).toContain(name);
  }
  const response = await sendToService(url, ['origin', origin]);
  expect(response).toMatchObject(responseOfService);
  expect(response.headers['access-control-allow-origin']).toBe(origin);
  expect(response.headers['vary']).toMatch(/origin/i);
  expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
}

async function expectNotAllowed(url: string, origin: string): Promise<void> {
  const preflightResponse = await sendPreflight(url, origin);
  expect(preflightResponse).toMatchObject({ status: 403, body: { code: 'originNotAllowed' } });
  // A client that sends the header and is not a browser, such as a gateway, is served normally.
  const response = await sendToService(url, ['origin', origin]);
  expect(response).toMatchObject(responseOfService);
  for (const { headers } of [preflightResponse, response]) {
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
  }
}

describe('access of pages from another origin to the service', () => {
  it.each([
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:5173',
    'http://[::1]:3000',
    'http://app.localhost:8080',
  ])('is allowed for %s', async (origin) => {
    await expectAllowed(sandbox.url, origin);
    const { url } = await sandbox.workspace();
    await expectAllowed(url, origin);
  });

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example/localhost',
    'http://localhost@evil.example',
    'ftp://localhost',
    'file://localhost',
    'null',
    'localhost',
    '*',
    '',
  ])('is rejected for "%s"', async (origin) => {
    await expectNotAllowed(sandbox.url, origin);
  });

  it('is rejected with an error that names the option to allow it', async () => {
    const response = await sendPreflight(sandbox.url, 'http://192.168.1.20:5173');
    expect(response.body).toMatchObject({
      message:
        'Requests from web pages of this origin are rejected; --cors http://192.168.1.20:5173 allows it.',
    });
    const responseToNull = await sendPreflight(sandbox.url, 'null');
    expect(responseToNull.body).toMatchObject({
      message: expect.stringContaining('--cors "*" allows'),
    });
  });

  it('is not checked for an OPTIONS request that is not a preflight', async () => {
    const response = await sendRawRequest(sandbox.url, {
      method: 'OPTIONS',
      path: '/user',
      headers: [['origin', 'https://evil.example']],
    });
    expect(response).toMatchObject({ status: 405, body: { code: 'methodNotAllowed' } });
  });

  it('is allowed for configured origins and for origins of this machine, and for no other origins', async () => {
    const { url } = await startWith({ cors: ['https://app.example.test'] });
    await expectAllowed(url, 'https://app.example.test');
    await expectAllowed(url, 'http://localhost:3000');
    await expectNotAllowed(url, 'http://app.example.test');
    await expectNotAllowed(url, 'https://app.example.test:8443');
    await expectNotAllowed(url, 'https://other.app.example.test');
  });

  it('is allowed for all with *, but not to the control API', async () => {
    const { url } = await startWith({ cors: ['*'] });
    await expectAllowed(url, 'https://anything.example');
    expect(await sendToControl(url, ['origin', 'https://anything.example'])).toMatchObject({
      status: 403,
      body: { code: 'originNotAllowed' },
    });
  });

  const app = 'http://localhost:5173';

  it('is allowed to the error response for an unknown workspace, for example after a restart', async () => {
    const unknownUrl = `${sandbox.url}/w/gone`;
    expect(await sendPreflight(unknownUrl, app)).toMatchObject({ status: 204 });
    const { status, body, headers } = await sendToService(unknownUrl, ['origin', app]);
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'workspaceUnknown' } });
    expect(headers['access-control-allow-origin']).toBe(app);
  });

  it('is allowed to the error response for a wrong method, and to its Allow header', async () => {
    const response = await sendPreflight(sandbox.url, app);
    expect(response.headers['access-control-allow-methods']).toMatch(/PATCH/);
    const { status, headers } = await sendRawRequest(sandbox.url, {
      method: 'DELETE',
      path: '/user',
      headers: [...credentials, ['origin', app]],
    });
    expect(status).toBe(405);
    expect(headers).toMatchObject({ allow: 'GET', 'access-control-allow-origin': app });
    expect(headers['access-control-expose-headers']).toMatch(/\ballow\b/i);
  });

  it('is allowed from an allowed public origin to a private network', async () => {
    const { url } = await startWith({ cors: ['https://app.example.test'] });
    for (const [origin, expectedHeader] of [
      ['https://app.example.test', 'true'],
      ['https://evil.example', undefined],
    ] as const) {
      const { headers } = await sendRawRequest(url, {
        method: 'OPTIONS',
        path: '/user',
        headers: [
          ['origin', origin],
          ['access-control-request-method', 'GET'],
          ['access-control-request-private-network', 'true'],
        ],
      });
      expect(headers['access-control-allow-private-network']).toBe(expectedHeader);
    }
  });

  it('is allowed to the Retry-After header', async () => {
    const { headers } = await sendToService(sandbox.url, ['origin', 'http://localhost:3000']);
    expect(headers['access-control-expose-headers']).toMatch(/retry-after/i);
  });
});

describe('the control API', () => {
  const otherOrigins = [
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'https://evil.example',
    'null',
    'file://',
    '',
  ];

  it.each(otherOrigins)('rejects pages of the origin "%s"', async (origin) => {
    const { url } = await sandbox.workspace();
    for (const base of [sandbox.url, url]) {
      for (const response of [
        await sendToControl(base, ['origin', origin]),
        await sendPreflight(base, origin, '/sandbox/reset'),
        await sendRawRequest(base, { path: '/sandbox/reset', headers: [['origin', origin]] }),
        await sendRawRequest(base, {
          method: 'GET',
          path: '/sandbox/none',
          headers: [['origin', origin]],
        }),
      ]) {
        expect(response).toMatchObject({ status: 403, body: { code: 'originNotAllowed' } });
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  it('allows its own pages, and requests without an Origin header', async () => {
    expect(await sendToControl(sandbox.url, ['origin', sandbox.url])).toMatchObject({
      status: 200,
    });
    expect(await sendToControl(sandbox.url)).toMatchObject({ status: 200 });
  });

  it('allows its own pages at the public URL', async () => {
    const { url } = await startWith({ publicUrl: 'https://sandbox.example.test/there' });
    const origin = 'https://sandbox.example.test';
    expect(await sendToControl(url, ['origin', origin])).toMatchObject({ status: 200 });
    expect(await sendToControl(url, ['origin', `${origin}:444`])).toMatchObject({ status: 403 });
  });
});

describe('the control token', () => {
  const listInvalidHeaders = (token: string) =>
    [
      ['authorization', `Bearer ${token}x`],
      ['authorization', `Bearer ${token.slice(0, -1)}`],
      ['authorization', `Bearer ${token.toUpperCase()}`],
      ['authorization', 'Bearer'],
      ['authorization', token],
      ['authorization', `Basic ${token}`],
      ['authorization', `Basic ${Buffer.from(`:${token}`).toString('base64')}`],
      ['x-control-token', token],
      ['cookie', `controlToken=${token}`],
    ] as const;

  async function expectTokenRequired(url: string, token: string): Promise<void> {
    const message = expect.stringMatching(/^The control token is missing or wrong\. Send /);
    const expectedRefusal = { status: 401, body: { code: 'controlToken', message } };
    const refusal = await sendToControl(url);
    expect(refusal).toMatchObject(expectedRefusal);
    expect(refusal.headers['www-authenticate']).toBe('Bearer');
    expect(refusal.text).not.toContain(token);
    for (const header of listInvalidHeaders(token)) {
      expect(await sendToControl(url, header)).toMatchObject(expectedRefusal);
    }
    for (const name of ['token', 'controlToken', 'access_token', 'authorization']) {
      const path = `/sandbox/health?${name}=${token}`;
      expect(await sendRawRequest(url, { method: 'GET', path })).toMatchObject(expectedRefusal);
    }
    for (const scheme of ['Bearer', 'bearer']) {
      const response = await sendToControl(url, ['authorization', `${scheme} ${token}`]);
      expect(response).toMatchObject({ status: 200 });
    }
  }

  it('is generated if other machines can reach the sandbox', async () => {
    const startedSandbox = await startWith({ host: '0.0.0.0' });
    const otherSandbox = await startWith({ host: '0.0.0.0' });
    expect(startedSandbox.controlToken).toMatch(/^[A-Za-z0-9_-]{24,}$/);
    expect(startedSandbox.controlToken).not.toBe(otherSandbox.controlToken);
    await expectTokenRequired(startedSandbox.url, startedSandbox.controlToken ?? '');
  });

  it('is the configured value on any host', async () => {
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      const startedSandbox = await startWith({ host, controlToken: 'Let-me-in_16-char' });
      expect(startedSandbox.controlToken).toBe('Let-me-in_16-char');
      await expectTokenRequired(startedSandbox.url, 'Let-me-in_16-char');
    }
  });

  it('must have 16 characters if other machines can reach the sandbox', async () => {
    await expect(startWith({ host: '0.0.0.0', controlToken: 'a'.repeat(15) })).rejects.toThrow(
      '--control-token: expected at least 16 characters, because other machines can reach --host 0.0.0.0. Set a longer token, or omit the option to generate one.',
    );
    await startWith({ host: '0.0.0.0', controlToken: 'a'.repeat(16) });
    await startWith({ controlToken: 'a' });
  });

  it('is required on every path except /ready of the default workspace', async () => {
    const { url, controlToken } = await startWith({ controlToken: 'let-me-in' });
    await new TestWorkspace(url, 'default').client().signIn(createWallet());
    const createResponse = await sendRawRequest(url, {
      path: '/sandbox/workspaces',
      headers: [
        ['authorization', `Bearer ${controlToken}`],
        ['content-type', 'application/json'],
      ],
      body: '{"name": "other"}',
    });
    expect(createResponse.status).toBe(201);
    for (const [path, item] of Object.entries(controlDocument.paths)) {
      for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
        for (const base of ['/sandbox', '/w/other/sandbox', '/w/default/sandbox']) {
          const response = await sendRawRequest(url, {
            method: method.toUpperCase(),
            path: `${base}${path}`,
          });
          expect([base, method, path, response.status]).toEqual([
            base,
            method,
            path,
            path === '/ready' && base !== '/w/other/sandbox' ? 200 : 401,
          ]);
        }
      }
    }
    const usersAfterRejections = await sendRawRequest(url, {
      method: 'GET',
      path: '/sandbox/users',
      headers: [['authorization', `Bearer ${controlToken}`]],
    });
    expect(usersAfterRejections.body.items).toHaveLength(1);
  });

  it('cannot be bypassed with variants of a path', async () => {
    const { url } = await startWith({ controlToken: 'let-me-in' });
    for (const path of [
      '/sandbox/ready/../health',
      '/sandbox//health',
      '/sandbox/health/',
      '/sandbox/ready%2f..%2fhealth',
      '/sandbox/READY',
      '/sandbox?x=/ready',
      '/sandbox',
      '/sandbox/',
      '//sandbox/health',
      '/./sandbox/health',
      '/Sandbox/health',
      '/%73andbox/health',
      '/w/default/w/default/sandbox/health',
      '/w/default//sandbox/health',
      `${url}/sandbox/health`,
    ]) {
      const response = await sendRawRequest(url, { method: 'GET', path });
      expect(response.status).toBeGreaterThanOrEqual(401);
      // The health response contains this name.
      expect(response.text).not.toContain('flagbearer');
    }
  });

  it('is not a credential of the service, and a service credential is not a control token', async () => {
    const { url } = await startWith({ controlToken: 'let-me-in' });
    expect(await sendToService(url, ['authorization', 'Bearer let-me-in'])).toMatchObject(
      responseOfService,
    );
    const headers = ['authorization', 'Bearer wallet-app-token'] as const;
    expect(await sendToControl(url, headers)).toMatchObject({ status: 401 });
  });
});

const algorithms = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const;

interface Session {
  readonly workspace: TestWorkspace;
  readonly client: ClientApp;
  readonly jwt: string;
  readonly userId: string;
  readonly claims: JWTPayload;
  readonly header: { readonly alg: string; readonly kid: string };
}

async function signIn(dialect: object = {}, wallet = createWallet()): Promise<Session> {
  const user = { key: 'rita', wallets: [{ address: wallet.address, network: 'ETHEREUM' }] };
  const scenario = { name: 'one-user', users: [user] };
  const workspace = await sandbox.workspace({ seed: 7, scenario, dialect });
  const client = workspace.client();
  const { body } = await client.signIn(wallet);
  const [header = '', claims = ''] = body.sessionJwt.split('.');
  return {
    workspace,
    client,
    jwt: body.sessionJwt,
    userId: body.userMask.id,
    claims: decode(claims),
    header: decode(header),
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
function decode(part: string): any {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const bearerRefusal = { status: 401, body: { code: 'bearer' } };

describe.each(algorithms)('§5.8 a sessionJwt signed with %s', (algorithm) => {
  // HS256 cannot be combined with a JWKS path of the service. The control API has a JWKS.
  const dialect = { session: { algorithm, jwksPath: 'none' } };

  it('has this algorithm and is accepted by the user read', async () => {
    const { client, jwt, userId, header, claims } = await signIn(dialect);
    expect(header.alg).toBe(algorithm);
    expect(claims.sub).toBe(userId);
    expect(await client.readUser(jwt)).toMatchObject({ status: 200, body: { id: userId } });
  });

  it('is rejected if it was modified', async () => {
    const { client, jwt, claims, header } = await signIn(dialect);
    const otherUserId = (await client.signIn(createWallet())).body.userMask.id;
    const [headerPart = '', payload = '', signature = ''] = jwt.split('.');
    const changedSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of [
      `${headerPart}.${encode({ ...claims, sub: otherUserId })}.${signature}`,
      `${headerPart}.${encode({ ...claims, exp: Date.UTC(2100) / 1000 })}.${signature}`,
      `${encode({ ...header, kid: 'other' })}.${payload}.${signature}`,
      `${encode({ alg: algorithm })}.${payload}.${signature}`,
      `${headerPart}.${payload}.${changedSignature}`,
      `${headerPart}.${payload}.${signature.slice(0, -4)}`,
      `${headerPart}.${payload}.`,
      `${headerPart}.${payload}`,
      `${headerPart}.${payload}.${signature}.${signature}`,
      `${payload}.${payload}.${signature}`,
    ]) {
      expect(await client.readUser(forged)).toMatchObject(bearerRefusal);
    }
  });

  it('is rejected if its header names no algorithm', async () => {
    const { client, jwt, claims, header } = await signIn(dialect);
    const signature = jwt.split('.')[2];
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null, undefined, ['none']]) {
      const start = `${encode({ ...header, alg })}.${encode(claims)}`;
      expect(await client.readUser(`${start}.`)).toMatchObject(bearerRefusal);
      expect(await client.readUser(`${start}.${signature}`)).toMatchObject(bearerRefusal);
    }
  });

  it('is rejected if the client signed it with its own key or a guessed secret', async () => {
    const { client, claims, header, workspace } = await signIn(dialect);
    const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(keyPair.publicKey);
    for (const addedFields of [
      {},
      { kid: header.kid },
      { kid: header.kid, jwk },
      { jku: 'https://evil.example/jwks.json' },
      { kid: header.kid, x5u: 'https://evil.example/x5u' },
      { kid: '../../../dev/null' },
      { kid: header.kid, crit: ['exp'], exp: claims.exp },
    ]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', ...addedFields, alg: 'ES256' })
        .sign(keyPair.privateKey, { crit: { exp: true } });
      expect(await client.readUser(forged)).toMatchObject(bearerRefusal);
    }
    const { body } = await workspace.control('/jwks.json');
    const guesses = ['', 'secret', header.kid, 'wallet-app-secret', ...listPublicTexts(body.keys)];
    const start = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    for (const secret of guesses) {
      const forged = `${start}.${computeMac(start, secret)}`;
      expect(await client.readUser(forged)).toMatchObject(bearerRefusal);
    }
  });

  it('is rejected if it belongs to another workspace with the same seed and user', async () => {
    const wallet = createWallet();
    const [session1, session2] = [await signIn(dialect, wallet), await signIn(dialect, wallet)];
    expect(session2.userId).toBe(session1.userId);
    expect(session2.header.kid).not.toBe(session1.header.kid);
    expect(await session1.client.readUser(session2.jwt)).toMatchObject(bearerRefusal);
    expect(await session2.client.readUser(session1.jwt)).toMatchObject(bearerRefusal);
  });

  it('has no private key in the JWKS', async () => {
    const { workspace } = await signIn(dialect);
    const { body } = await workspace.control('/jwks.json');
    expect(body.keys).toHaveLength(algorithm === 'HS256' ? 0 : 1);
    for (const key of body.keys) {
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']) {
        expect(key).not.toHaveProperty(secret);
      }
    }
  });
});

/** Forms of public keys that an implementation could use as an HMAC secret (RFC 8725, section 2.1). */
function listPublicTexts(keys: readonly JWK[]): string[] {
  return keys.flatMap((key) => [JSON.stringify(key), key.x ?? '', key.n ?? '']);
}

function computeMac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Returns an unsigned integer in DER (ITU-T X.690, section 8.3). */
function toDerInteger(bytes: Buffer): number[] {
  const digits = [...bytes.subarray(bytes.findIndex((byte) => byte !== 0))];
  if ((digits[0] ?? 0) >= 0x80) digits.unshift(0);
  return [0x02, digits.length, ...digits];
}

describe('§5.8 a sessionJwt', () => {
  it('is rejected if it is signed with the public key in PEM as the HMAC secret', async () => {
    const { workspace, client, claims, header } = await signIn({
      session: { algorithm: 'RS256' },
    });
    const [jwk] = (await workspace.control('/jwks.json')).body.keys;
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    for (const type of ['spki', 'pkcs1'] as const) {
      const pem = publicKey.export({ type, format: 'pem' }).toString();
      for (const secret of [pem, pem.trim()]) {
        const start = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
        const forged = `${start}.${computeMac(start, secret)}`;
        expect(await client.readUser(forged)).toMatchObject(bearerRefusal);
      }
    }
  });

  it('is rejected with its ECDSA signature in DER, or with a signature of zeros', async () => {
    const { client, jwt } = await signIn({ session: { algorithm: 'ES256' } });
    const end = jwt.lastIndexOf('.');
    const signature = Buffer.from(jwt.slice(end + 1), 'base64url');
    const integers = [signature.subarray(0, 32), signature.subarray(32)].flatMap(toDerInteger);
    for (const forged of [Buffer.from([0x30, integers.length, ...integers]), Buffer.alloc(64)]) {
      const { status, body } = await client.readUser(
        `${jwt.slice(0, end)}.${forged.toString('base64url')}`,
      );
      expect({ status, body }).toMatchObject(bearerRefusal);
    }
  });

  it('is valid only for the client that it was issued to', async () => {
    const { workspace, jwt, userId } = await signIn();
    const otherClient = workspace.client('exchange-app');
    expect(await otherClient.readUser(jwt)).toMatchObject(bearerRefusal);
    expect(await otherClient.addWallet(toTypeIdentity(createWallet()), jwt)).toMatchObject(
      bearerRefusal,
    );
    expect((await workspace.readUser(userId)).body.wallets).toHaveLength(1);
    expect(await otherClient.sendSms('+12025550150', jwt)).toMatchObject(bearerRefusal);

    const unboundSession = await signIn({ session: { boundToClient: 'no' } });
    const unboundClient = unboundSession.workspace.client('exchange-app');
    expect(await unboundClient.readUser(unboundSession.jwt)).toMatchObject({ status: 200 });
  });

  it('is invalid after a reset and valid in a fork', async () => {
    const { workspace, jwt, userId } = await signIn();
    const forkResponse = await new TestWorkspace(sandbox.url, 'default').control('/workspaces', {
      body: { from: workspace.name },
    });
    await workspace.control('/reset', { method: 'POST' });
    expect(await workspace.client().readUser(jwt)).toMatchObject(bearerRefusal);
    const forkClient = new ClientApp(forkResponse.body.baseUrl);
    expect(await forkClient.readUser(jwt)).toMatchObject({ status: 200, body: { id: userId } });
  });
});

describe.runIf(hasSignals)('the log', () => {
  it('has a line for each request and contains no secrets', async () => {
    const controlToken = 'Kt7-control-token-Kt7';
    const { url, running } = await startFlagbearer(['--seed', '7', '--scenario', 'empty'], {
      env: { FLAGBEARER_CONTROL_TOKEN: controlToken },
    });
    const secrets = new Set([controlToken, 'wallet-app-secret', 'wallet-app-token']);
    const addSecrets = (...texts: string[]) => texts.forEach((text) => secrets.add(text));
    let requests = 0;

    const client = new ClientApp(url);
    const countRequest = async <Result>(response: Promise<Result>): Promise<Result> => {
      requests += 1;
      return response;
    };
    const readControl = (path: string) =>
      countRequest(
        sendRawRequest(url, {
          method: 'GET',
          path: `/sandbox${path}`,
          headers: [['authorization', `Bearer ${controlToken}`]],
        }),
      );
    const findCode = async (destination: string): Promise<string> => {
      const { body } = await readControl(`/inbox?to=${encodeURIComponent(destination)}&wait=PT5S`);
      addSecrets(body.items.at(-1).code);
      return body.items.at(-1).code;
    };

    // §5.3: correct, wrong, and invalid JSON
    const wallet = createWallet();
    addSecrets(wallet.privateKey);
    const { body: started } = await countRequest(client.start(toTypeIdentity(wallet)));
    const [correctSignature, wrongSignature] = [
      await wallet.signMessage(started.challenge),
      await createWallet().signMessage(started.challenge),
    ];
    addSecrets(correctSignature, wrongSignature);
    await countRequest(client.authenticate(toTypeIdentity(wallet), wrongSignature));
    const { body: session } = await countRequest(
      client.authenticate(toTypeIdentity(wallet), correctSignature),
    );
    await countRequest(client.authenticate(toTypeIdentity(wallet), correctSignature));
    addSecrets(session.sessionJwt, ...session.sessionJwt.split('.').slice(1));
    await countRequest(
      client.post('/v1/auth/cryptoWallet:authenticate', `{"signature": "${correctSignature}`),
    );
    await countRequest(
      client.post('/v1/auth/cryptoWallet:authenticate', { signature: { of: correctSignature } }),
    );

    // §5.4, §5.5, with a session and without
    const sms = await countRequest(client.sendSms('+12025550143', session.sessionJwt));
    await countRequest(client.authenticateSms({ phoneId: sms.body.phoneId, otp: '000000' }));
    // Rejected, because phoneMask is an unknown field. The code stays valid.
    await countRequest(
      client.authenticateSms({ ...sms.body, otp: await findCode('+12025550143') }),
    );
    await countRequest(
      client.authenticateSms({ phoneId: sms.body.phoneId, otp: await findCode('+12025550143') }),
    );
    const email = await countRequest(client.sendEmail('rita@example.test'));
    await countRequest(
      client.authenticateEmail({
        emailId: email.body.emailId,
        otp: await findCode('rita@example.test'),
      }),
    );

    // Secrets in unexpected places: a URL, another header, a body of another type.
    addSecrets('a-wrong-secret', 'a-wrong-token', 'Zq7-in-the-url');
    await countRequest(client.readUser(session.sessionJwt));
    await countRequest(client.readUser('a-wrong-token'));
    await countRequest(client.readUser(`${session.sessionJwt}x`));
    await countRequest(
      client.send('/user', { headers: { 'service-client-secret': 'a-wrong-secret' } }),
    );
    await countRequest(client.send(`/user?token=${session.sessionJwt}&secret=Zq7-in-the-url`));
    await countRequest(client.send(`/user?service-client-secret=wallet-app-secret`));
    // fetch sends no fragment.
    await countRequest(sendRawRequest(url, { method: 'GET', path: `/user#${session.sessionJwt}` }));
    await countRequest(client.send(`/sandbox/health?token=${controlToken}`));
    await countRequest(
      client.send('/v1/auth/otp/email:send', {
        body: `secret=wallet-app-secret`,
        headers: { 'content-type': 'text/plain', cookie: `jwt=${session.sessionJwt}` },
      }),
    );
    await readControl('/users');
    await readControl('/scenario');
    await readControl('/workspaces');

    const { stderr } = await stop({ running });
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(requests);
    for (const line of lines) {
      expect(line).toMatchObject({
        level: 'info',
        time: expect.any(String),
        msg: expect.any(String),
      });
    }
    // 3 of the sandbox and client, 3 of the wallet, 3 of the session, 2 codes, 3 wrong values.
    expect(secrets.size).toBe(14);
    for (const secret of secrets) expect(stderr).not.toContain(secret);
  });
});
