/** Operations that describe a sandbox or a workspace: health, readiness, contracts, dialect and keys. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';

import packageManifest from '../../package.json' with { type: 'json' };
import { defaultDialect, dialectKeys, getDialectValue } from '../../src/dialect/keys.ts';
import { useTestSandbox } from './sandbox.ts';

let isStoreDown = false;
const sandbox = useTestSandbox({
  replaceInStore: (store) => ({
    read: (name, work) =>
      isStoreDown ? Promise.reject(new Error('connection lost')) : store.read(name, work),
  }),
});
beforeAll(() => sandbox.send('POST', '/sandbox/workspaces', { name: 'w1' }));

const get = async (path: string) => (await sandbox.send('GET', path)).body;

describe('getHealth', () => {
  it('returns the version and the settings', async () => {
    const health = await get('/sandbox/health');
    expect(health).toEqual({
      status: 'ok',
      name: 'flagbearer',
      version: packageManifest.version,
      workspace: 'default',
      scenario: 'people',
      seed: 7,
      now: new Date(sandbox.clock.now()).toISOString(),
      dialectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      store: { engine: 'memory', status: 'ok' },
    });
    expect(await get('/w/default/sandbox/health')).toEqual(health);
    expect((await get('/w/w1/sandbox/health')).workspace).toBe('w1');
  });
});

describe('getReady', () => {
  it('returns 200 while the store is available', async () => {
    expect(await get('/sandbox/ready')).toEqual({ status: 'ready' });
  });

  it('returns an error without details if the store is unavailable', async () => {
    isStoreDown = true;
    const { status, body } = await sandbox.send('GET', '/sandbox/ready');
    isStoreDown = false;
    expect(status).toBe(503);
    expect(body).toEqual({ code: 'notReady', message: 'The store does not respond.', details: [] });
  });
});

describe('getOpenApi', () => {
  it('returns the contract of the workspace, with the workspace as its server', async () => {
    const document = await get('/w/w1/sandbox/openapi.json');
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: `${sandbox.url}/w/w1` }]);
    expect(document.paths).toHaveProperty(['/v1/auth/cryptoWallet:start', 'post']);
    expect((await get('/sandbox/openapi.json')).servers).toEqual([{ url: sandbox.url }]);
  });
});

describe('getControlApi', () => {
  it('returns the contract of the control API, with the workspace as its server', async () => {
    const document = await get('/w/w1/sandbox/control.json');
    expect(document.servers).toEqual([{ url: `${sandbox.url}/w/w1/sandbox` }]);
    expect(document.paths).toHaveProperty(['/users/{ref}:submitKyc', 'post']);
  });
});

describe('getDialect', () => {
  it('returns a value for every key', async () => {
    const { version, values } = await get('/sandbox/dialect');
    expect(version).toBe(1);
    for (const { key } of dialectKeys) {
      expect(getDialectValue(values, key)).toEqual(getDialectValue(defaultDialect, key));
    }
    expect(values.flags.catalogue.map(({ code }: { code: string }) => code)).toContain('F0000');
  });
});

describe('getJwks', () => {
  it('returns public keys that verify the session tokens, without private key members', async () => {
    const { keys } = await get('/sandbox/jwks.json');
    expect(keys).toMatchObject([{ kty: 'EC', alg: 'ES256', use: 'sig' }]);
    expect(keys[0]).not.toHaveProperty('d');
    const { body: record } = await sandbox.sendSms('+12025550143');
    const { items } = await get('/sandbox/inbox');
    const { body } = await sandbox.postToService('/v1/auth/otp/sms:authenticate', {
      phoneId: record.phoneId,
      otp: items[0].code,
    });
    const { payload } = await jwtVerify(body.sessionJwt, createLocalJWKSet({ keys }), {
      currentDate: new Date(sandbox.clock.now()),
    });
    expect(payload.sub).toBe(body.userMask.id);
  });
});
