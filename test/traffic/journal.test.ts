import { beforeEach, describe, expect, it } from 'vitest';

import { RITA, RITA_WALLET } from '../control/people.ts';
import { requestOutcomes } from '../../src/traffic/journal/entries.ts';
import { listPointers, startTestSandbox, useTestSandbox } from '../control/sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import {
  CLIENT,
  readJournal,
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

const get = (path: string, headers = {}) => sandbox.send('GET', path, undefined, headers);

describe('a journal entry', () => {
  it('has the client, the request, the outcome and the duration', async () => {
    const response = await start(sandbox);
    expect(await readJournal(sandbox)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-z]+-\d+-1$/),
        at: expect.stringMatching(/^2026-01-15T10:/),
        operation: 'startWalletAuth',
        clientId: 'wallet-app',
        userId: RITA,
        outcome: 'accepted',
        request: {
          method: 'POST',
          path: START_PATH,
          query: {},
          headers: expect.objectContaining({
            'service-client-id': 'wallet-app',
            'service-client-secret': '[redacted]',
            'content-type': 'application/json',
          }),
          body: WALLET,
        },
        response: {
          status: 200,
          headers: expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }),
          body: response.body,
        },
        durationMs: 0,
      },
    ]);
  });

  it('has the time of the workspace clock and a real duration', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'frozen' });
    await sandbox.send('PATCH', '/w/frozen/sandbox/clock', {
      now: '2027-01-01T00:00:00.000Z',
      frozen: true,
    });
    await sandbox.send('PUT', '/w/frozen/sandbox/faults', { rules: [{ effect: { delay: 3 } }] });
    const delayedRequest = start(sandbox, { prefix: '/w/frozen' });
    await sandbox.pauses.waitForPause(3000);
    sandbox.clock.advance(3000);
    sandbox.pauses.end(3000);
    expect((await delayedRequest).status).toBe(200);
    expect(await readLastEntry(sandbox, '/w/frozen')).toMatchObject({
      at: '2027-01-01T00:00:00.000Z',
      durationMs: 3000,
    });
    await sandbox.send('DELETE', '/sandbox/workspaces/frozen');
  });

  it('has the user of the session, the user that signs in, or the user that the request concerns', async () => {
    const { body } = await signIn(sandbox);
    const session = { ...CLIENT, authorization: `Bearer ${body.sessionJwt}` };
    await get('/user', session);
    await sandbox.sendSms('+12025550143');
    await sandbox.sendEmail('nobody@example.test');
    const { body: record } = await sandbox.sendSms('+12025550143');
    const attempt = { phoneId: record.phoneId, otp: '000000' };
    await sandbox.send('POST', '/v1/auth/otp/sms:authenticate', attempt, CLIENT);
    const entries = await readJournal(sandbox);
    expect(entries.map(({ operation, userId }) => [operation, userId])).toEqual([
      ['startWalletAuth', RITA],
      ['authenticateWallet', RITA],
      ['getUser', RITA],
      ['sendSmsOtp', RITA],
      ['sendEmailOtp', null],
      ['sendSmsOtp', RITA],
      ['authenticateSmsOtp', RITA],
    ]);
  });

  it('omits a body that was not read, is not JSON, or is too large or has more than 500 fields', async () => {
    await start(sandbox, { headers: { 'service-client-secret': 'wrong' } });
    await start(sandbox, { body: '{"walletAddress": ' });
    await start(sandbox, { body: { walletAddress: 'z'.repeat(70_000) } });
    await start(sandbox, { body: { walletAddress: 'z'.repeat(200_000) } });
    await start(sandbox, {
      body: Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${index}`, 1])),
    });
    const entries = await readJournal(sandbox);
    for (const { request } of entries) expect(request.body).toBeUndefined();
    expect(entries.map(({ outcome, request }) => [outcome, request.bodyOmitted])).toEqual([
      ['clientCredentials', 'notRead'],
      ['malformed', 'notJson'],
      ['invalidRequest', 'tooLarge'],
      ['tooLarge', 'tooLarge'],
      ['invalidRequest', 'tooLarge'],
    ]);
  });

  it('contains the values of fields in the contract, and only name and type of other fields', async () => {
    const headers = { 'x-anything': 'at all', 'user-agent': 'a phone' };
    const unknownFields = {
      note: 'a text',
      list: [1],
      deep: { a: 1 },
      count: 7,
      yes: true,
      none: null,
    };
    await start(sandbox, { body: { ...WALLET, ...unknownFields }, headers });
    const { request } = await readLastEntry(sandbox);
    expect(request.headers).toMatchObject({
      'service-client-id': 'wallet-app',
      'user-agent': 'a phone',
      'x-anything': '[redacted]',
    });
    expect(request.body).toEqual({
      ...WALLET,
      note: '[redacted string]',
      list: '[redacted array]',
      deep: '[redacted object]',
      count: '[redacted number]',
      yes: '[redacted boolean]',
      none: null,
    });
  });

  it('masks path segments that the contract does not name', async () => {
    const paths = ['/auth/cryptoWallet:start', '/v1/auth/otp/sms%3Asend', '/.well-known/jwks.json'];
    for (const path of [...paths, '/users/58a3804e-b19f-4f0d-b4d3-23bc2ff74a2b/sk_live_1%2F2']) {
      await get(path);
    }
    const entries = await readJournal(sandbox);
    expect(entries.map(({ request }) => request.path)).toEqual([
      ...paths,
      '/users/[redacted]/[redacted]',
    ]);
  });

  it('contains repeated headers and query parameters, and names such as __proto__', async () => {
    await sendRawRequest(sandbox.url, {
      method: 'GET',
      path: '/user?a=1&a=2&__proto__=3',
      headers: [
        ['User-Agent', 'one'],
        ['__proto__', 'x'],
        ['user-agent', 'two'],
      ],
    });
    const { request } = await readLastEntry(sandbox);
    expect(Object.entries(request.headers)).toEqual(
      expect.arrayContaining([
        ['user-agent', ['one', 'two']],
        ['__proto__', '[redacted]'],
      ]),
    );
    expect(Object.entries(request.query)).toEqual([
      ['a', ['[redacted]', '[redacted]']],
      ['__proto__', '[redacted]'],
    ]);
  });

  it('has a null response if the client disconnected first', async () => {
    await sandbox.send('PUT', '/sandbox/faults', { rules: [{ effect: { delay: 5 } }] });
    const controller = new AbortController();
    const response = fetch(`${sandbox.url}${START_PATH}`, {
      method: 'POST',
      body: JSON.stringify(WALLET),
      headers: { ...CLIENT, 'content-type': 'application/json' },
      signal: controller.signal,
    });
    await sandbox.pauses.waitForPause(5000);
    controller.abort();
    await expect(response).rejects.toThrow();
    await expect.poll(() => readJournal(sandbox)).toHaveLength(1);
    expect(sandbox.pauses.runningPauses).toEqual([]);
    expect(await readLastEntry(sandbox)).toMatchObject({
      outcome: 'aborted',
      response: null,
      fault: 'fault-1',
    });
  });
});

describe('the journal', () => {
  it('lists service requests with any path, but no preflight requests and no requests to the control API or an unknown workspace', async () => {
    await get('/nowhere');
    await get('/.well-known/jwks.json');
    await get('/sandbox/users');
    await sandbox.send('OPTIONS', START_PATH, undefined, {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
    });
    await get('/w/nowhere/user');
    const entries = await readJournal(sandbox);
    expect(entries.map(({ request, outcome }) => [request.path, outcome])).toEqual([
      ['/nowhere', 'notFound'],
      ['/.well-known/jwks.json', 'accepted'],
    ]);
  });

  it('is separate per workspace, and cleared by DELETE', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'own' });
    await start(sandbox);
    await start(sandbox, { prefix: '/w/own' });
    expect(await readJournal(sandbox, '', '/w/own')).toHaveLength(1);
    await sandbox.send('DELETE', '/w/own/sandbox/journal');
    expect(await readJournal(sandbox, '', '/w/own')).toEqual([]);
    expect(await readJournal(sandbox)).toHaveLength(1);
  });

  it('does not list a request to a deleted workspace in the next workspace with that name', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'brief' });
    await sandbox.send('PUT', '/w/brief/sandbox/faults', { rules: [{ effect: { delay: 9 } }] });
    const delayedRequest = start(sandbox, { prefix: '/w/brief' });
    await sandbox.pauses.waitForPause(9000);
    await sandbox.send('DELETE', '/sandbox/workspaces/brief');
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'brief' });
    sandbox.pauses.end(9000);
    await delayedRequest;
    expect(await readJournal(sandbox, '', '/w/brief')).toEqual([]);
  });
});

describe('journal filters', () => {
  beforeEach(async () => {
    await signIn(sandbox);
    await sandbox.sendSms('+12025550143');
    await sandbox.sendSms('+12025550199');
    await start(sandbox, { body: { ...WALLET, walletNetwork: 'BITCOIN' } });
    await start(sandbox, { headers: { 'service-client-id': 'stranger' } });
    await get('/usr', CLIENT);
  });

  const listOutcomes = async (query: string) =>
    (await readJournal(sandbox, `?${query}`)).map(
      ({ operation, outcome }) => `${operation} ${outcome}`,
    );

  it.each<[string, readonly string[]]>([
    ['operation=authenticateWallet', ['authenticateWallet accepted']],
    ['clientId=stranger', ['startWalletAuth clientCredentials']],
    ['outcome=clientCredentials', ['startWalletAuth clientCredentials']],
    [
      'outcome=refused',
      ['startWalletAuth invalidRequest', 'startWalletAuth clientCredentials', 'null notFound'],
    ],
    ['outcome=401', ['startWalletAuth clientCredentials']],
    ['outcome=accepted&operation=sendSmsOtp', ['sendSmsOtp accepted', 'sendSmsOtp accepted']],
    ['outcome=fault', []],
    ['user=%2B12025550199', ['sendSmsOtp accepted']],
    ['user=%2B12025550143&operation=sendSmsOtp', ['sendSmsOtp accepted']],
    ['user=+12025550143&operation=sendSmsOtp', ['sendSmsOtp accepted']],
    [`user=${RITA_WALLET}&outcome=refused`, ['startWalletAuth invalidRequest']],
    ['user=rita@EXAMPLE.test&operation=authenticateWallet', ['authenticateWallet accepted']],
    [`user=${RITA}&operation=authenticateWallet`, ['authenticateWallet accepted']],
    ['user=rita&operation=authenticateWallet', ['authenticateWallet accepted']],
    ['user=nobody', []],
  ])('select entries by %s', async (query, expected) => {
    expect(await listOutcomes(query)).toEqual(expected);
  });

  it('list the valid outcomes in the error', async () => {
    const { status, body } = await get('/sandbox/journal?outcome=acepted');
    expect([status, listPointers(body)]).toEqual([400, ['/query/outcome']]);
    expect(body.details[0].message).toMatch(/^must be a status such as 401 or one of refused, /);
  });

  it.each([...requestOutcomes, 'refused', '204'])('accept the outcome %s', async (outcome) => {
    expect((await get(`/sandbox/journal?outcome=${outcome}`)).status).toBe(200);
  });
});

describe('journal pages', () => {
  const fetchPage = async (query: string) => (await get(`/sandbox/journal?${query}`)).body;
  const listNumbers = (items: readonly { id: string }[]) =>
    items.map(({ id }) => Number(id.split('-').at(-1)));

  beforeEach(async () => {
    for (let count = 0; count < 5; count += 1) await start(sandbox);
  });

  it('continue after the previous page, even if requests arrive meanwhile', async () => {
    const firstPage = await fetchPage('limit=2');
    expect(listNumbers(firstPage.items)).toEqual([1, 2]);
    await start(sandbox);
    const secondPage = await fetchPage(`limit=2&cursor=${firstPage.nextCursor}`);
    expect(listNumbers(secondPage.items)).toEqual([3, 4]);
    const lastPage = await fetchPage(`limit=2&cursor=${secondPage.nextCursor}`);
    expect([listNumbers(lastPage.items), lastPage.nextCursor]).toEqual([[5, 6], null]);
  });

  it('can start with the newest entry', async () => {
    const firstPage = await fetchPage('limit=2&order=newest');
    expect(listNumbers(firstPage.items)).toEqual([5, 4]);
    await start(sandbox);
    const secondPage = await fetchPage(`limit=3&order=newest&cursor=${firstPage.nextCursor}`);
    expect([listNumbers(secondPage.items), secondPage.nextCursor]).toEqual([[3, 2, 1], null]);
  });

  it('can start after the entry with the given id, or at the first entry if the id is unknown', async () => {
    const { items } = await fetchPage('');
    const entryId = items[2].id;
    expect(listNumbers((await fetchPage(`after=${entryId}`)).items)).toEqual([4, 5]);
    expect(listNumbers((await fetchPage(`after=${entryId}&order=newest`)).items)).toEqual([5, 4]);
    await sandbox.send('POST', '/sandbox/reset');
    await start(sandbox);
    expect((await fetchPage(`after=${entryId}`)).items).toHaveLength(1);
    for (const unknownId of ['1', `${entryId}9`, 'a-b', '-']) {
      expect((await fetchPage(`after=${unknownId}`)).items).toHaveLength(1);
    }
  });

  it('cannot be a stream if an id is requested', async () => {
    const headers = { accept: 'text/event-stream' };
    const { status, body } = await sandbox.send('GET', '/sandbox/journal?id=1', undefined, headers);
    expect([status, listPointers(body)]).toEqual([400, ['/query/id']]);
  });

  it('contain only the entry with the requested id, or nothing if the id is unknown', async () => {
    const { items } = await fetchPage('');
    const [, secondItem] = items;
    expect((await fetchPage(`id=${secondItem.id}`)).items).toEqual([secondItem]);
    expect((await fetchPage(`id=${secondItem.id}&order=newest&limit=1`)).items).toEqual([
      secondItem,
    ]);
    for (const unknownId of ['1', 'a-b', '-', `${secondItem.id}99`]) {
      expect((await fetchPage(`id=${unknownId}`)).items).toEqual([]);
    }
    await sandbox.send('DELETE', '/sandbox/journal');
    await start(sandbox);
    expect((await fetchPage(`id=${secondItem.id}`)).items).toEqual([]);
  });
});

describe('--journal-limit', () => {
  it('keeps the newest entries', async () => {
    const limitedSandbox = await startTestSandbox({ journalLimit: 3 });
    for (let count = 0; count < 8; count += 1) await start(limitedSandbox);
    const entries = await readJournal(limitedSandbox);
    expect(entries.map(({ id }) => id.split('-').at(-1))).toEqual(['6', '7', '8']);
    await limitedSandbox.close();
  });
});
