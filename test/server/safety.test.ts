/** Security defaults: access control, and secrets in responses and logs. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { exportJWK, importJWK, SignJWT } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { startSandbox } from '../../src/server/listen.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/server/listen.ts';
import { hasSignals, launch } from '../cli/flagbearer.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { byType, ClientApp, newWallet, TestWorkspace, useSandbox } from '../sandbox.ts';
import { rawRequest } from './raw-request.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';

const sandbox = useSandbox();

/** A separate sandbox, for a test with other settings. */
async function started(options: Partial<SandboxOptions>): Promise<RunningSandbox> {
  const running = await startSandbox({ ...plainSandbox, scenario: ['empty'], ...options });
  onTestFinished(() => running.close());
  return running;
}

const credentials = [
  ['service-client-id', 'wallet-app'],
  ['service-client-secret', 'wallet-app-secret'],
] as const;

/** Sends a request that reaches the service and is rejected there. */
function callService(url: string, ...headers: RawRequest['headers'] & {}): Promise<RawAnswer> {
  return rawRequest(url, { method: 'GET', path: '/user', headers: [...credentials, ...headers] });
}

function callControl(url: string, ...headers: RawRequest['headers'] & {}): Promise<RawAnswer> {
  return rawRequest(url, { method: 'GET', path: '/sandbox/health', headers });
}

const reached = { status: 401, body: { code: 'bearer' } };

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
    expect(await callService(sandbox.url, ['host', host])).toMatchObject(reached);
    expect(await callControl(sandbox.url, ['host', host])).toMatchObject({ status: 200 });
  });

  it('is required exactly once (RFC 9112, section 3.2)', async () => {
    const twice = [['host', 'localhost'] as const, ['Host', 'rebound.example'] as const];
    expect(await callControl(sandbox.url, ...twice)).toMatchObject({
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
    for (const call of [callService, callControl]) {
      const { status, body, text, headers } = await call(sandbox.url, ['host', host]);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'hostNotAllowed' });
      expect(text).not.toContain('rebound.example');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('cannot be overridden by headers of a proxy', async () => {
    const response = await callControl(
      sandbox.url,
      ['host', 'rebound.example'],
      ['x-forwarded-host', 'localhost'],
      ['forwarded', 'host=localhost'],
    );
    expect(response).toMatchObject({ status: 403 });
  });

  it('is accepted if it is an allowed host', async () => {
    const { url } = await started({ allowHost: ['10.0.2.2', 'Sandbox.Test'] });
    for (const host of ['10.0.2.2:4020', 'sandbox.test', 'SANDBOX.test:1', 'localhost']) {
      expect(await callService(url, ['host', host])).toMatchObject(reached);
    }
    for (const host of ['10.0.2.3', 'other.sandbox.test', 'test']) {
      expect(await callService(url, ['host', host])).toMatchObject({ status: 403 });
    }
  });

  it('is accepted if it is the host of the public URL', async () => {
    const { url } = await started({ publicUrl: 'https://sandbox.example.test/there' });
    expect(await callService(url, ['host', 'sandbox.example.test'])).toMatchObject(reached);
    expect(await callService(url, ['host', 'example.test'])).toMatchObject({ status: 403 });
  });
});

/** Sends the CORS preflight of a request with the headers of the service. */
function preflight(url: string, origin: string, path = '/v1/auth/otp/sms:send') {
  return rawRequest(url, {
    method: 'OPTIONS',
    path,
    headers: [
      ['origin', origin],
      ['access-control-request-method', 'POST'],
      [
        'access-control-request-headers',
        'authorization,content-type,service-client-id,service-client-secret',
      ],
    ],
  });
}

async function expectAllowed(url: string, origin: string): Promise<void> {
  const asked = await preflight(url, origin);
  expect(asked.status).toBe(204);
  expect(asked.headers['access-control-allow-origin']).toBe(origin);
  expect(asked.headers['access-control-allow-methods']).toMatch(/POST/);
  for (const name of [
    'authorization',
    'content-type',
    'service-client-id',
    'service-client-secret',
  ]) {
    expect(asked.headers['access-control-allow-headers']).toContain(name);
  }
  const called = await callService(url, ['origin', origin]);
  expect(called).toMatchObject(reached);
  expect(called.headers['access-control-allow-origin']).toBe(origin);
  expect(called.headers['vary']).toMatch(/origin/i);
  expect(called.headers).not.toHaveProperty('access-control-allow-credentials');
}

async function expectNotAllowed(url: string, origin: string): Promise<void> {
  const asked = await preflight(url, origin);
  expect(asked).toMatchObject({ status: 403, body: { code: 'originNotAllowed' } });
  // A client that sends the header and is not a browser, such as a gateway, is served normally.
  const called = await callService(url, ['origin', origin]);
  expect(called).toMatchObject(reached);
  for (const response of [asked, called]) {
    for (const name of Object.keys(response.headers)) expect(name).not.toMatch(/^access-control-/);
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
    const named = await preflight(sandbox.url, 'http://192.168.1.20:5173');
    expect(named.body).toMatchObject({
      message:
        'Requests from web pages of this origin are rejected; --cors http://192.168.1.20:5173 allows it.',
    });
    const nameless = await preflight(sandbox.url, 'null');
    expect(nameless.body).toMatchObject({ message: expect.stringContaining('--cors "*" allows') });
    const asked = await rawRequest(sandbox.url, {
      method: 'OPTIONS',
      path: '/user',
      headers: [['origin', 'https://evil.example']],
    });
    expect(asked).toMatchObject({ status: 405, body: { code: 'methodNotAllowed' } });
  });

  it('is allowed only for configured origins', async () => {
    const { url } = await started({ cors: ['https://app.example.test'] });
    await expectAllowed(url, 'https://app.example.test');
    await expectAllowed(url, 'http://localhost:3000');
    await expectNotAllowed(url, 'http://app.example.test');
    await expectNotAllowed(url, 'https://app.example.test:8443');
    await expectNotAllowed(url, 'https://other.app.example.test');
  });

  it('is allowed for all with *, but not to the control API', async () => {
    const { url } = await started({ cors: ['*'] });
    await expectAllowed(url, 'https://anything.example');
    expect(await callControl(url, ['origin', 'https://anything.example'])).toMatchObject({
      status: 403,
      body: { code: 'originNotAllowed' },
    });
  });

  const app = 'http://localhost:5173';

  it('includes the error for an unknown workspace, for example after a restart', async () => {
    const lost = `${sandbox.url}/w/gone`;
    expect(await preflight(lost, app)).toMatchObject({ status: 204 });
    const { status, body, headers } = await callService(lost, ['origin', app]);
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'workspaceUnknown' } });
    expect(headers['access-control-allow-origin']).toBe(app);
  });

  it('includes the error for a wrong method and the allowed methods', async () => {
    const asked = await preflight(sandbox.url, app);
    expect(asked.headers['access-control-allow-methods']).toMatch(/PATCH/);
    const { status, headers } = await rawRequest(sandbox.url, {
      method: 'DELETE',
      path: '/user',
      headers: [...credentials, ['origin', app]],
    });
    expect(status).toBe(405);
    expect(headers).toMatchObject({ allow: 'GET', 'access-control-allow-origin': app });
    expect(headers['access-control-expose-headers']).toMatch(/\ballow\b/i);
  });

  it('includes a private network if the public origin is allowed', async () => {
    const { url } = await started({ cors: ['https://app.example.test'] });
    for (const [origin, response] of [
      ['https://app.example.test', 'true'],
      ['https://evil.example', undefined],
    ] as const) {
      const { headers } = await rawRequest(url, {
        method: 'OPTIONS',
        path: '/user',
        headers: [
          ['origin', origin],
          ['access-control-request-method', 'GET'],
          ['access-control-request-private-network', 'true'],
        ],
      });
      expect(headers['access-control-allow-private-network']).toBe(response);
    }
  });

  it('includes the Retry-After header', async () => {
    const { headers } = await callService(sandbox.url, ['origin', 'http://localhost:3000']);
    expect(headers['access-control-expose-headers']).toMatch(/retry-after/i);
  });
});

describe('the control API', () => {
  const others = [
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'https://evil.example',
    'null',
    'file://',
    '',
  ];

  it.each(others)('rejects pages of the origin "%s"', async (origin) => {
    const { url } = await sandbox.workspace();
    for (const base of [sandbox.url, url]) {
      for (const response of [
        await callControl(base, ['origin', origin]),
        await preflight(base, origin, '/sandbox/reset'),
        await rawRequest(base, { path: '/sandbox/reset', headers: [['origin', origin]] }),
        await rawRequest(base, {
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
    expect(await callControl(sandbox.url, ['origin', sandbox.url])).toMatchObject({ status: 200 });
    expect(await callControl(sandbox.url)).toMatchObject({ status: 200 });
  });

  it('allows its own pages at the public URL', async () => {
    const { url } = await started({ publicUrl: 'https://sandbox.example.test/there' });
    const origin = 'https://sandbox.example.test';
    expect(await callControl(url, ['origin', origin])).toMatchObject({ status: 200 });
    expect(await callControl(url, ['origin', `${origin}:444`])).toMatchObject({ status: 403 });
  });
});

describe('the control token', () => {
  const wrong = (token: string) =>
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

  async function expectGuarded(url: string, token: string): Promise<void> {
    const refused = { status: 401, body: { code: 'controlToken' } };
    const refusal = await callControl(url);
    expect(refusal).toMatchObject(refused);
    expect(refusal.headers['www-authenticate']).toBe('Bearer');
    expect(refusal.text).not.toContain(token);
    for (const header of wrong(token))
      expect(await callControl(url, header)).toMatchObject(refused);
    for (const name of ['token', 'controlToken', 'access_token', 'authorization']) {
      const path = `/sandbox/health?${name}=${token}`;
      expect(await rawRequest(url, { method: 'GET', path })).toMatchObject(refused);
    }
    for (const scheme of ['Bearer', 'bearer']) {
      const right = await callControl(url, ['authorization', `${scheme} ${token}`]);
      expect(right).toMatchObject({ status: 200 });
    }
  }

  it('is generated if other machines can reach the sandbox', async () => {
    const running = await started({ host: '0.0.0.0' });
    const other = await started({ host: '0.0.0.0' });
    expect(running.controlToken).toMatch(/^[A-Za-z0-9_-]{24,}$/);
    expect(running.controlToken).not.toBe(other.controlToken);
    await expectGuarded(running.url, running.controlToken ?? '');
  });

  it('is the configured value on any host', async () => {
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      const running = await started({ host, controlToken: 'Let-me-in_16-char' });
      expect(running.controlToken).toBe('Let-me-in_16-char');
      await expectGuarded(running.url, 'Let-me-in_16-char');
    }
  });

  it('must have 16 characters if other machines can reach the sandbox', async () => {
    await expect(started({ host: '0.0.0.0', controlToken: 'a'.repeat(15) })).rejects.toThrow(
      '--control-token: with --host 0.0.0.0, which other machines can reach, it must have at least 16 characters. Omit the option to generate one.',
    );
    await started({ host: '0.0.0.0', controlToken: 'a'.repeat(16) });
    await started({ controlToken: 'a' });
  });

  it('is not required on loopback by default', async () => {
    const running = await started({});
    expect(running).not.toHaveProperty('controlToken');
    expect(await callControl(running.url)).toMatchObject({ status: 200 });
  });

  it('is required on every path except /ready', async () => {
    const { url, controlToken } = await started({ controlToken: 'let-me-in' });
    await new TestWorkspace(url, 'default').client().signIn(newWallet());
    const created = await rawRequest(url, {
      path: '/sandbox/workspaces',
      headers: [
        ['authorization', `Bearer ${controlToken}`],
        ['content-type', 'application/json'],
      ],
      body: '{"name": "other"}',
    });
    expect(created.status).toBe(201);
    for (const [path, item] of Object.entries(controlDocument.paths)) {
      for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
        for (const base of ['/sandbox', '/w/other/sandbox', '/w/default/sandbox']) {
          const response = await rawRequest(url, {
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
    const users = await rawRequest(url, {
      method: 'GET',
      path: '/sandbox/users',
      headers: [['authorization', `Bearer ${controlToken}`]],
    });
    expect(users.body.items).toHaveLength(1);
  });

  it('cannot be bypassed with variants of an exempt path', async () => {
    const { url } = await started({ controlToken: 'let-me-in' });
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
      const response = await rawRequest(url, { method: 'GET', path });
      expect(response.status).toBeGreaterThanOrEqual(401);
      expect(response.text).not.toContain('flagbearer');
    }
  });

  it('is not a credential of the service, and a service credential is not a control token', async () => {
    const { url } = await started({ controlToken: 'let-me-in' });
    expect(await callService(url, ['authorization', 'Bearer let-me-in'])).toMatchObject(reached);
    const headers = ['authorization', 'Bearer wallet-app-token'] as const;
    expect(await callControl(url, headers)).toMatchObject({ status: 401 });
  });
});

const algorithms = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const;

interface SignedIn {
  readonly workspace: TestWorkspace;
  readonly client: ClientApp;
  readonly jwt: string;
  readonly userId: string;
  readonly claims: JWTPayload;
  readonly header: { readonly alg: string; readonly kid: string };
}

async function signedIn(dialect: object = {}): Promise<SignedIn> {
  const workspace = await sandbox.workspace({ seed: 7, scenario: 'empty', dialect });
  const client = workspace.client();
  const { body } = await client.signIn(newWallet());
  const [header = '', claims = ''] = body.sessionJwt.split('.');
  return {
    workspace,
    client,
    jwt: body.sessionJwt,
    userId: body.userMask.id,
    claims: decoded(claims),
    header: decoded(header),
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
function decoded(part: string): any {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const refusedBearer = { status: 401, body: { code: 'bearer' } };

describe.each(algorithms)('§5.8 a sessionJwt signed with %s', (algorithm) => {
  const dialect = { session: { algorithm, jwksPath: 'none' } };

  it('has this algorithm and is accepted by the user read', async () => {
    const { client, jwt, userId, header, claims } = await signedIn(dialect);
    expect(header.alg).toBe(algorithm);
    expect(claims.sub).toBe(userId);
    expect(await client.user(jwt)).toMatchObject({ status: 200, body: { id: userId } });
  });

  it('is rejected if it was modified', async () => {
    const { client, jwt, claims, header } = await signedIn(dialect);
    const stranger = (await client.signIn(newWallet())).body.userMask.id;
    const [h = '', p = '', s = ''] = jwt.split('.');
    const flipped = s.startsWith('A') ? `B${s.slice(1)}` : `A${s.slice(1)}`;
    for (const forged of [
      `${h}.${encoded({ ...claims, sub: stranger })}.${s}`,
      `${h}.${encoded({ ...claims, exp: 4_102_444_800 })}.${s}`,
      `${encoded({ ...header, kid: 'other' })}.${p}.${s}`,
      `${encoded({ alg: algorithm })}.${p}.${s}`,
      `${h}.${p}.${flipped}`,
      `${h}.${p}.${s.slice(0, -4)}`,
      `${h}.${p}.`,
      `${h}.${p}`,
      `${h}.${p}.${s}.${s}`,
      `${p}.${p}.${s}`,
    ]) {
      expect(await client.user(forged)).toMatchObject(refusedBearer);
    }
  });

  it('is rejected without an algorithm', async () => {
    const { client, jwt, claims, header } = await signedIn(dialect);
    const signature = jwt.split('.')[2];
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null, undefined, ['none']]) {
      const start = `${encoded({ ...header, alg })}.${encoded(claims)}`;
      expect(await client.user(`${start}.`)).toMatchObject(refusedBearer);
      expect(await client.user(`${start}.${signature}`)).toMatchObject(refusedBearer);
    }
  });

  it('is rejected if it is signed with a key of the client, with any header', async () => {
    const { client, claims, header, workspace } = await signedIn(dialect);
    const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(mine.publicKey);
    for (const more of [
      {},
      { kid: header.kid },
      { kid: header.kid, jwk },
      { jku: 'https://evil.example/jwks.json' },
      { kid: header.kid, x5u: 'https://evil.example/x5u' },
      { kid: '../../../dev/null' },
      { kid: header.kid, crit: ['exp'], exp: claims.exp },
    ]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', ...more, alg: 'ES256' })
        .sign(mine.privateKey, { crit: { exp: true } });
      expect(await client.user(forged)).toMatchObject(refusedBearer);
    }
    const { body } = await workspace.control('/jwks.json');
    for (const secret of [
      '',
      'secret',
      header.kid,
      'wallet-app-secret',
      ...publicTexts(body.keys),
    ]) {
      const start = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
      const forged = `${start}.${await macOf(start, secret)}`;
      expect(await client.user(forged)).toMatchObject(refusedBearer);
    }
  });

  it('is rejected if it belongs to another workspace with the same seed and user', async () => {
    const [here, there] = [await signedIn(dialect), await signedIn(dialect)];
    expect(await here.client.user(there.jwt)).toMatchObject(refusedBearer);
    expect(await there.client.user(here.jwt)).toMatchObject(refusedBearer);
  });

  it('is rejected from the second of its expiry', async () => {
    const { workspace, client, jwt, claims } = await signedIn(dialect);
    const to = (seconds: number) =>
      workspace.control('/clock', {
        method: 'PATCH',
        body: { now: new Date(seconds * 1000).toISOString(), frozen: true },
      });
    const { exp = 0, iat = 0 } = claims;
    expect(exp - iat).toBe(3600);
    await to(exp - 1);
    expect(await client.user(jwt)).toMatchObject({ status: 200 });
    await to(exp);
    expect(await client.user(jwt)).toMatchObject(refusedBearer);
    await to(exp + 86_400);
    expect(await client.user(jwt)).toMatchObject(refusedBearer);
  });

  it('shows no private key', async () => {
    const { workspace } = await signedIn(dialect);
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
function publicTexts(keys: readonly JWK[]): string[] {
  return keys.flatMap((key) => [JSON.stringify(key), key.x ?? '', key.n ?? '']);
}

async function macOf(text: string, secret: string): Promise<string> {
  const { createHmac } = await import('node:crypto');
  return createHmac('sha256', secret).update(text).digest('base64url');
}

describe('§5.8 a sessionJwt', () => {
  it('is rejected if it is signed with the public key in PEM as the HMAC secret', async () => {
    const { workspace, client, claims, header } = await signedIn({
      session: { algorithm: 'RS256' },
    });
    const [jwk] = (await workspace.control('/jwks.json')).body.keys;
    const key = await importJWK(jwk, 'RS256');
    const { createPublicKey, KeyObject } = await import('node:crypto');
    const publicKey = key instanceof KeyObject ? key : createPublicKey({ key: jwk, format: 'jwk' });
    for (const type of ['spki', 'pkcs1'] as const) {
      const pem = publicKey.export({ type, format: 'pem' }).toString();
      for (const secret of [pem, pem.trim()]) {
        const start = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
        const forged = `${start}.${await macOf(start, secret)}`;
        expect(await client.user(forged)).toMatchObject(refusedBearer);
      }
    }
  });

  it('is rejected with an ECDSA signature in DER', async () => {
    const { client, claims, header } = await signedIn();
    const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const start = `${encoded(header)}.${encoded(claims)}`;
    const der = createSign('sha256').update(start).sign(mine.privateKey).toString('base64url');
    const zeros = Buffer.alloc(64).toString('base64url');
    for (const signature of [der, zeros]) {
      expect(await client.user(`${start}.${signature}`)).toMatchObject(refusedBearer);
    }
  });

  it('is valid only for the client that it was issued to', async () => {
    const { workspace, jwt, userId } = await signedIn();
    const other = workspace.client('exchange-app');
    expect(await other.user(jwt)).toMatchObject(refusedBearer);
    expect(await other.addWallet(byType(newWallet()), jwt)).toMatchObject(refusedBearer);
    expect(await other.sendSms('+12025550150', jwt)).toMatchObject(refusedBearer);

    const lenient = await signedIn({ session: { boundToClient: 'no' } });
    const there = lenient.workspace.client('exchange-app');
    expect(await there.user(lenient.jwt)).toMatchObject({ status: 200 });
    expect((await workspace.readUser(userId)).body.wallets).toHaveLength(1);
  });

  it('is invalid after a reset and valid in a fork', async () => {
    const { workspace, jwt, userId } = await signedIn();
    const forked = await new TestWorkspace(sandbox.url, 'default').control('/workspaces', {
      body: { from: workspace.name },
    });
    await workspace.control('/reset', { method: 'POST' });
    expect(await workspace.client().user(jwt)).toMatchObject(refusedBearer);
    const there = new ClientApp(forked.body.baseUrl);
    expect(await there.user(jwt)).toMatchObject({ status: 200, body: { id: userId } });
  });
});

describe.runIf(hasSignals)('the log', () => {
  it('has a line for each request and contains no secrets', async () => {
    const controlToken = 'Kt7-control-token-Kt7';
    const process = launch(
      ['start', '--port', '0', '--json', '--seed', '7', '--scenario', 'empty'],
      {
        env: { FLAGBEARER_CONTROL_TOKEN: controlToken },
      },
    );
    const { url } = JSON.parse(await process.nextLine());
    const secrets = new Set([controlToken, 'wallet-app-secret', 'wallet-app-token']);
    const keep = (...texts: string[]) => texts.forEach((text) => secrets.add(text));
    let requests = 0;

    const client = new ClientApp(url);
    const counted = async <Answer>(response: Promise<Answer>): Promise<Answer> => {
      requests += 1;
      return response;
    };
    const control = (path: string) =>
      counted(
        rawRequest(url, {
          method: 'GET',
          path: `/sandbox${path}`,
          headers: [['authorization', `Bearer ${controlToken}`]],
        }),
      );
    const codeTo = async (to: string): Promise<string> => {
      const { body } = await control(`/inbox?to=${encodeURIComponent(to)}&wait=PT5S`);
      keep(body.items.at(-1).code);
      return body.items.at(-1).code;
    };

    // §5.3: correct, wrong, and invalid JSON
    const wallet = newWallet();
    keep(wallet.privateKey);
    const { body: started } = await counted(client.start(byType(wallet)));
    const [right, wrong] = [
      await wallet.signMessage(started.challenge),
      await newWallet().signMessage(started.challenge),
    ];
    keep(right, wrong);
    await counted(client.authenticate(byType(wallet), wrong));
    const { body: session } = await counted(client.authenticate(byType(wallet), right));
    await counted(client.authenticate(byType(wallet), right));
    keep(session.sessionJwt, ...session.sessionJwt.split('.').slice(1));
    await counted(client.post('/v1/auth/cryptoWallet:authenticate', `{"signature": "${right}`));
    await counted(client.post('/v1/auth/cryptoWallet:authenticate', { signature: { of: right } }));

    // §5.4, §5.5, with a session and without
    const sms = await counted(client.sendSms('+12025550143', session.sessionJwt));
    await counted(client.authenticateSms({ phoneId: sms.body.phoneId, otp: '000000' }));
    await counted(client.authenticateSms({ ...sms.body, otp: await codeTo('+12025550143') }));
    await counted(
      client.authenticateSms({ phoneId: sms.body.phoneId, otp: await codeTo('+12025550143') }),
    );
    const email = await counted(client.sendEmail('rita@example.test'));
    await counted(
      client.authenticateEmail({
        emailId: email.body.emailId,
        otp: await codeTo('rita@example.test'),
      }),
    );

    // Secrets in unexpected places: a URL, another header, a body of another type.
    keep('a-wrong-secret', 'a-wrong-token', 'Zq7-in-the-url');
    await counted(client.user(session.sessionJwt));
    await counted(client.user('a-wrong-token'));
    await counted(client.user(`${session.sessionJwt}x`));
    await counted(client.call('/user', { headers: { 'service-client-secret': 'a-wrong-secret' } }));
    await counted(client.call(`/user?token=${session.sessionJwt}&secret=Zq7-in-the-url`));
    await counted(client.call(`/user?service-client-secret=wallet-app-secret`));
    await counted(client.call(`/sandbox/health?token=${controlToken}`));
    await counted(
      client.call('/v1/auth/otp/email:send', {
        body: `secret=wallet-app-secret`,
        headers: { 'content-type': 'text/plain', cookie: `jwt=${session.sessionJwt}` },
      }),
    );
    await control('/users');
    await control('/scenario');
    await control('/workspaces');

    process.signal('SIGTERM');
    const { stderr, exit } = await process.ended;
    expect(exit).toBe(0);
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
    expect(secrets.size).toBe(14);
    for (const secret of secrets) expect(stderr).not.toContain(secret);
  });
});
