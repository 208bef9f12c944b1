import { beforeEach, describe, expect, it } from 'vitest';

import { startTestSandbox, useTestSandbox, type HttpResponse } from '../control/sandbox.ts';
import {
  CLIENT,
  AUTHENTICATE_PATH,
  readLastEntry,
  signIn,
  start,
  START_PATH,
  WALLET,
} from './requests.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const setFaults = (...rules: object[]) => sandbox.send('PUT', '/sandbox/faults', { rules });
const readHits = async (prefix = '') =>
  (await sandbox.send('GET', `${prefix}/sandbox/faults`)).body.rules.map(
    (rule: { hits: number }) => rule.hits,
  );
const SMS_AUTHENTICATE_PATH = '/v1/auth/otp/sms:authenticate';
const fetchStart = () =>
  fetch(`${sandbox.url}${START_PATH}`, {
    method: 'POST',
    headers: { ...CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify(WALLET),
  });
const getFault = ({ headers }: HttpResponse) => headers.get('flagbearer-fault');

describe('a fault with a response', () => {
  it('is reported in a header and in the journal, and the service does not receive the request', async () => {
    await setFaults({ id: 'outage', effect: { status: 503 } });
    const response = await start(sandbox);
    expect(response.status).toBe(503);
    expect(getFault(response)).toBe('outage');
    expect(response.body).toEqual({
      code: 'internal',
      message: 'Internal error of the sandbox.',
      details: [],
    });
    expect(await readLastEntry(sandbox)).toMatchObject({
      operation: 'startWalletAuth',
      clientId: 'wallet-app',
      outcome: 'fault',
      fault: 'outage',
      request: { body: WALLET },
      response: { status: 503, headers: { 'flagbearer-fault': 'outage' } },
    });
    await sandbox.send('DELETE', '/sandbox/faults');
    const authenticate = { ...WALLET, signature: `0x${'1b'.repeat(65)}` };
    const { body } = await sandbox.send('POST', AUTHENTICATE_PATH, authenticate, CLIENT);
    expect(body.code).toBe('challengeUnknown');
  });

  it('takes precedence over checks of credentials, routes and bodies', async () => {
    await setFaults({ effect: { status: 500 } });
    expect((await start(sandbox, { headers: { 'service-client-secret': 'no' } })).status).toBe(500);
    expect((await sandbox.send('GET', '/nowhere')).status).toBe(500);
    expect((await start(sandbox, { body: '{' })).status).toBe(500);
  });

  it.each<[object, number, unknown]>([
    [{ code: 'otpLocked' }, 429, { code: 'otpLocked' }],
    [{ code: 'otpLocked', status: 418 }, 418, { code: 'otpLocked' }],
    [{ code: 'internal' }, 500, { code: 'internal' }],
    [{ status: 401 }, 401, { code: 'clientCredentials' }],
    [{ status: 429 }, 429, { code: 'rateLimited' }],
    [{ status: 403 }, 403, { code: 'flagRestricts' }],
    [{ status: 404 }, 404, { code: 'notFound' }],
    [{ status: 409 }, 409, { code: 'identityTaken' }],
    [{ status: 413 }, 413, { code: 'tooLarge' }],
    [{ status: 418 }, 418, { code: 'internal' }],
    [{ status: 503, code: 'unavailable' }, 503, { code: 'unavailable', details: [] }],
    [{ body: { challenge: 'mine' } }, 200, { challenge: 'mine' }],
    [{ status: 502, body: { any: ['thing', null] } }, 502, { any: ['thing', null] }],
    [{ status: 500, body: 'text' }, 500, 'text'],
    [{ status: 500, body: null }, 500, null],
    [{ status: 200, body: { challenge: 'mine' } }, 200, { challenge: 'mine' }],
    [{ status: 204 }, 204, ''],
    [{ status: 202 }, 202, ''],
  ])('with %j, has the status %i', async (effect, status, body) => {
    await setFaults({ effect });
    const response = await start(sandbox);
    expect(response.status).toBe(status);
    if (typeof body === 'object' && body !== null) expect(response.body).toMatchObject(body);
    else expect(response.body).toEqual(body);
  });

  it.each<[object, string | null]>([
    [{ code: 'rateLimited' }, '1'],
    [{ status: 429 }, '1'],
    [{ status: 429, code: 'slowDown' }, '1'],
    [{ status: 429, body: {} }, '1'],
    [{ code: 'otpLocked' }, null],
    [{ status: 503 }, null],
  ])('with %j, sends %s as Retry-After', async (effect, seconds) => {
    await setFaults({ effect });
    const authenticate = { phoneId: '3c59dc04-8e88-4024-a3be-8079d5c36f70', otp: '000000' };
    const { headers } = await sandbox.send('POST', SMS_AUTHENTICATE_PATH, authenticate, CLIENT);
    expect(headers.get('retry-after')).toBe(seconds);
  });

  it('with status 401, has the code `bearer` if the request matches no operation', async () => {
    await setFaults({ effect: { status: 401 } });
    expect((await sandbox.send('GET', '/nowhere')).body.code).toBe('bearer');
  });

  it('uses the dialect of the workspace', async () => {
    const values = { errors: { body: 'problem', status: { otpWrong: 422 } } };
    const workspaceOptions = {
      name: 'problems',
      dialect: { version: 1, values },
      scenario: 'empty',
    };
    await sandbox.send('POST', '/sandbox/workspaces', workspaceOptions);
    const rules = [{ effect: { code: 'otpWrong' } }];
    await sandbox.send('PUT', '/w/problems/sandbox/faults', { rules });
    const response = await start(sandbox, { prefix: '/w/problems' });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response).toMatchObject({ status: 422, body: { code: 'otpWrong' } });

    const customRules = [{ effect: { status: 503, code: 'unavailable' } }];
    await sandbox.send('PUT', '/w/problems/sandbox/faults', { rules: customRules });
    const { body: unavailableBody } = await start(sandbox, { prefix: '/w/problems' });
    expect(unavailableBody).toMatchObject({ status: 503, code: 'unavailable' });
    expect(unavailableBody.title).toBe('Service Unavailable');
  });
});

describe('a fault', () => {
  const isMatched = async (match: object, send: () => Promise<HttpResponse>) => {
    await setFaults({ match, effect: { status: 503 } });
    return (await send()).status === 503;
  };
  const readUser = () => sandbox.send('GET', '/user', undefined, CLIENT);

  it('matches requests by operation', async () => {
    const match = { operation: 'startWalletAuth' };
    expect(await isMatched(match, () => start(sandbox))).toBe(true);
    expect(await isMatched(match, readUser)).toBe(false);
    const sendPut = () => sandbox.send('PUT', START_PATH, WALLET, CLIENT);
    expect(await isMatched(match, sendPut)).toBe(false);
    expect(await isMatched(match, () => sandbox.send('POST', `${START_PATH}/`, {}))).toBe(false);
  });

  it('matches requests by client', async () => {
    expect(await isMatched({ clientId: 'wallet-app' }, () => start(sandbox))).toBe(true);
    expect(await isMatched({ clientId: 'exchange-app' }, () => start(sandbox))).toBe(false);
    expect(await isMatched({ clientId: 'wallet-app' }, () => sandbox.send('GET', '/user'))).toBe(
      false,
    );
  });

  it('matches requests by headers, with the names in any case', async () => {
    const match = { headers: { 'X-Test': 'a', Accept: 'application/json' } };
    const createRequest = (headers: object) => () => start(sandbox, { headers });
    expect(
      await isMatched(match, createRequest({ 'x-test': 'a', accept: 'application/json' })),
    ).toBe(true);
    expect(await isMatched(match, createRequest({ 'x-test': 'a' }))).toBe(false);
    expect(
      await isMatched(match, createRequest({ 'x-test': 'A', accept: 'application/json' })),
    ).toBe(false);
    const emptyHeaderMatch = { headers: { 'x-test': '' } };
    expect(await isMatched(emptyHeaderMatch, createRequest({ 'x-test': '' }))).toBe(true);
    expect(await isMatched(emptyHeaderMatch, createRequest({}))).toBe(false);
  });

  it('matches requests by the user in the body or in the session', async () => {
    const { body } = await signIn(sandbox);
    const session = { ...CLIENT, authorization: `Bearer ${body.sessionJwt}` };
    const { body: record } = await sandbox.sendSms('+12025550143');
    const requests = {
      wallet: () => start(sandbox),
      phone: () => sandbox.sendSms('+12025550143'),
      email: () => sandbox.sendEmail('rita@example.test'),
      record: () =>
        sandbox.send(
          'POST',
          SMS_AUTHENTICATE_PATH,
          { phoneId: record.phoneId, otp: '000000' },
          CLIENT,
        ),
      session: () => sandbox.send('GET', '/user', undefined, session),
    };
    for (const [name, send] of Object.entries(requests)) {
      for (const user of ['rita', '+12025550143', WALLET.walletAddress, 'RITA@example.test']) {
        expect([name, user, await isMatched({ user }, send)]).toEqual([name, user, true]);
      }
      expect([name, await isMatched({ user: 'newcomer' }, send)]).toEqual([name, false]);
    }
    const unmatchedRequests = [
      () => sandbox.sendEmail('nobody@example.test'),
      () => start(sandbox, { body: '{' }),
      () => start(sandbox, { body: [] }),
      () => start(sandbox, { body: { walletAddress: 7 } }),
      () => sandbox.send('GET', '/user', undefined, { ...CLIENT, authorization: 'Bearer no' }),
      () => sandbox.send('GET', '/nowhere', undefined, CLIENT),
    ];
    for (const send of unmatchedRequests)
      expect(await isMatched({ user: 'rita' }, send)).toBe(false);
    const unknownUserMatch = { user: 'nobody@example.test' };
    expect(await isMatched(unknownUserMatch, () => sandbox.sendEmail('nobody@example.test'))).toBe(
      true,
    );
  });

  it('does not change a request that it does not match', async () => {
    await setFaults({ match: { user: 'newcomer' }, effect: { status: 503 } });
    expect((await start(sandbox)).status).toBe(200);
    expect((await start(sandbox, { body: '{' })).body.code).toBe('malformed');
    expect((await start(sandbox, { body: [] })).body.code).toBe('invalidRequest');
    expect((await start(sandbox, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await start(sandbox, { body: { a: 'a'.repeat(200_000) } })).status).toBe(413);
  });

  it('matches requests by the user id of a read (dialect: user.identifiedBy)', async () => {
    const dialect = { version: 1, values: { user: { identifiedBy: { query: 'userId' } } } };
    const document = { name: 'one', users: [{ key: 'uma', emailAddress: 'uma@example.test' }] };
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'ids', dialect, scenario: document });
    const rules = [{ match: { user: 'uma' }, effect: { status: 503 } }];
    await sandbox.send('PUT', '/w/ids/sandbox/faults', { rules });
    const { body: uma } = await sandbox.send('GET', '/w/ids/sandbox/users/uma');
    const readStatus = async (query: string) =>
      (await sandbox.send('GET', `/w/ids/user${query}`, undefined, CLIENT)).status;
    expect(await readStatus(`?userId=${uma.id}`)).toBe(503);
    expect((await readLastEntry(sandbox, '/w/ids')).userId).toBe(uma.id);
    expect(await readStatus('?userId=nobody')).not.toBe(503);
    expect((await readLastEntry(sandbox, '/w/ids')).userId).toBeNull();
    expect(await readStatus('')).not.toBe(503);
  });
});

describe('several requests', () => {
  it('get a fault `times` times, even if they are concurrent', async () => {
    await setFaults({ effect: { status: 503 }, times: 3 });
    const responses = await Promise.all(Array.from({ length: 10 }, () => start(sandbox)));
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(3);
    expect(await readHits()).toEqual([3]);
    expect((await start(sandbox)).status).toBe(200);
  });

  it('get the first fault that matches, then the next', async () => {
    await setFaults(
      { id: 'a', effect: { status: 500 }, times: 1 },
      { id: 'b', effect: { status: 502 }, times: 1 },
    );
    const faults = [await start(sandbox), await start(sandbox), await start(sandbox)].map(getFault);
    expect(faults).toEqual(['a', 'b', null]);
  });

  it('get a fault with about its probability; the same requests get it if the seed is the same', async () => {
    const collectStatuses = async (name: string) => {
      await sandbox.send('POST', '/sandbox/workspaces', { name, seed: 11, scenario: 'empty' });
      const rules = [{ id: 'rare', effect: { status: 503 }, probability: 0.25 }];
      await sandbox.send('PUT', `/w/${name}/sandbox/faults`, { rules });
      const statuses: number[] = [];
      for (let count = 0; count < 80; count += 1) {
        statuses.push((await start(sandbox, { prefix: `/w/${name}` })).status);
      }
      return statuses;
    };
    const firstStatuses = await collectStatuses('drawn');
    const count = firstStatuses.filter((status) => status === 503).length;
    // About 20 of 80.
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(35);
    expect(await readHits('/w/drawn')).toEqual([count]);
    await sandbox.send('DELETE', '/sandbox/workspaces/drawn');
    expect(await collectStatuses('drawn')).toEqual(firstStatuses);
  });
});

describe('a fault with a delay', () => {
  it.each<[unknown, number]>([
    ['PT2S', 2000],
    [0.25, 250],
    ['1.5', 1500],
  ])('of %j delays the request, which the service then processes', async (delay, ms) => {
    await setFaults({ id: 'slow', effect: { delay } });
    const delayedRequest = start(sandbox);
    await sandbox.pauses.waitForPause(ms);
    sandbox.pauses.end(ms);
    const response = await delayedRequest;
    expect([response.status, getFault(response)]).toEqual([200, 'slow']);
    expect(await readLastEntry(sandbox)).toMatchObject({ outcome: 'accepted', fault: 'slow' });
  });

  it('delays the response or the disconnect of the fault itself', async () => {
    await setFaults(
      { effect: { delay: 4, status: 503 }, times: 1 },
      { effect: { delay: 6, connection: 'drop' } },
    );
    const delayedRequest = start(sandbox);
    await sandbox.pauses.waitForPause(4000);
    sandbox.pauses.end(4000);
    expect((await delayedRequest).status).toBe(503);
    const droppedRequest = start(sandbox);
    await sandbox.pauses.waitForPause(6000);
    sandbox.pauses.end(6000);
    await expect(droppedRequest).rejects.toThrow('fetch failed');
  });

  it('delays the request until the end even if the faults are removed', async () => {
    await setFaults({ effect: { delay: 8 } });
    const delayedRequest = start(sandbox);
    await sandbox.pauses.waitForPause(8000);
    await sandbox.send('DELETE', '/sandbox/faults');
    sandbox.pauses.end(8000);
    expect((await delayedRequest).status).toBe(200);
  });

  it('stops waiting when the sandbox stops', async () => {
    const endingSandbox = await startTestSandbox();
    await endingSandbox.send('PUT', '/sandbox/faults', { rules: [{ effect: { delay: 10 } }] });
    const delayedRequest = start(endingSandbox);
    await endingSandbox.pauses.waitForPause(10_000);
    endingSandbox.startClosing();
    expect((await delayedRequest).status).toBe(200);
    await endingSandbox.close();
  });
});

describe('a fault that breaks the connection', () => {
  it('drops the connection without a response; the service does not receive the request', async () => {
    await setFaults({ id: 'gone', effect: { connection: 'drop' } });
    await expect(fetchStart()).rejects.toThrow('fetch failed');
    expect(await readLastEntry(sandbox)).toMatchObject({
      outcome: 'fault',
      fault: 'gone',
      response: null,
      request: { body: WALLET },
    });
    // The last entry of the log is about the request for the journal above.
    expect(sandbox.log.entries.at(-2)).toMatchObject({
      message: `POST ${START_PATH} without response`,
      fields: { outcome: 'fault', fault: 'gone' },
    });
  });

  it('closes the connection after half of the response of the service, which has processed the request', async () => {
    await setFaults({ id: 'half', effect: { connection: 'truncate' }, times: 1 });
    const response = await fetchStart();
    expect(response.status).toBe(200);
    const contentLength = Number(response.headers.get('content-length'));
    const reader = response.body?.getReader();
    const firstChunk = await reader?.read();
    expect(firstChunk?.value).toHaveLength(Math.floor(contentLength / 2));
    await expect(reader?.read()).rejects.toThrow('terminated');
    const entry = await readLastEntry(sandbox);
    expect(entry).toMatchObject({ outcome: 'accepted', fault: 'half', response: { status: 200 } });
    expect(entry.response?.body).toHaveProperty('challenge');
  });

  it('closes the connection within the response of the fault, with or without a body', async () => {
    for (const effect of [
      { status: 500, body: { a: 1 }, connection: 'truncate' },
      { status: 200, connection: 'truncate' },
    ]) {
      await setFaults({ effect });
      const response = await fetchStart();
      expect(response.status).toBe(effect.status);
      await expect(response.text()).rejects.toThrow('terminated');
    }
  });

  it('malforms JSON of the service or of the fault', async () => {
    for (const effect of [
      { connection: 'malformed' },
      { connection: 'malformed', code: 'otpWrong' },
      { connection: 'malformed', status: 200 },
      { connection: 'malformed', status: 500, body: 1 },
    ]) {
      await setFaults({ effect });
      const response = await fetchStart();
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      await expect(response.json()).rejects.toThrow(SyntaxError);
    }
  });

  it('malforms an error response of the service', async () => {
    await setFaults({ effect: { connection: 'malformed' } });
    const response = await fetch(`${sandbox.url}${START_PATH}`, { method: 'POST' });
    expect(response.status).toBe(401);
    expect(await response.text()).toMatch(/^\{"code":"clientCredentials".*[^}]$/);
    expect(await readLastEntry(sandbox)).toMatchObject({
      outcome: 'clientCredentials',
      fault: 'fault-1',
    });
  });
});

describe('a page of another origin', () => {
  it('can read the header that names the fault', async () => {
    await setFaults({ id: 'outage', effect: { status: 503 } });
    const { headers } = await start(sandbox, { headers: { origin: 'http://localhost:3000' } });
    expect(headers.get('access-control-expose-headers')).toContain('flagbearer-fault');
  });
});
