import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { chaosKinds } from '../../src/contract/chaos-kinds.gen.ts';
import { planChaos, settleLateTransactions, type ChaosPlan } from '../../src/traffic/chaos/plan.ts';
import { ContractChecker } from '../contract-checker.ts';
import { RITA } from '../control/people.ts';
import { startTestSandbox, useTestSandbox, type HttpResponse } from '../control/sandbox.ts';
import {
  CLIENT,
  AUTHENTICATE_PATH,
  readJournal,
  readLastEntry,
  signIn,
  start,
  START_PATH,
  WALLET,
} from './requests.ts';

/** The milliseconds of each pause; no test waits for them. */
let pauses: number[] = [];
const options = { pauses: { pause: async (ms: number) => void pauses.push(ms) } };
const sandbox = useTestSandbox(options);
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
  pauses = [];
});

const DEFAULT_PHRASE = 'Sign this challenge to sign in: ';
/** The length of the random string behind the phrase. */
const RANDOM_LENGTH = 43;

const ADD_PATH = '/v1/auth/cryptoWallet:addToUser';

const setChaos = (chaos: object, prefix = '', targetSandbox = sandbox) =>
  targetSandbox.send('PUT', `${prefix}/sandbox/chaos`, chaos);
const readLevel = async (prefix = '', targetSandbox = sandbox) =>
  (await targetSandbox.send('GET', `${prefix}/sandbox/chaos`)).body.level;
/** Returns the chaos kinds that a response reports in its header. */
const readChaos = ({ headers }: HttpResponse) => headers.get('flagbearer-chaos')?.split(', ') ?? [];

async function openSession(prefix = ''): Promise<string> {
  const { status, body } = await signIn(sandbox, prefix);
  expect(status).toBe(200);
  return body.sessionJwt;
}

const readUser = (jwt: string, prefix = '') =>
  sandbox.send('GET', `${prefix}/user`, undefined, { ...CLIENT, authorization: `Bearer ${jwt}` });

/** Sends requests until a response has the chaos kind. */
async function sendUntil(kind: string, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let tries = 0; tries < 60; tries += 1) {
    const response = await send();
    if (readChaos(response).includes(kind)) return response;
  }
  throw new Error(`no response had the chaos kind ${kind}`);
}

/** Returns the length of the longest sequence of `true`. */
function measureLongestRun(values: readonly boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const value of values) {
    run = value ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

describe('PUT /chaos', () => {
  it('sets level, kinds and budget, and returns the current chaos', async () => {
    expect((await sandbox.send('GET', '/sandbox/chaos')).body).toEqual({
      level: 'off',
      kinds: chaosKinds,
      maxConsecutive: 3,
    });
    const requested = { level: 'low', kinds: ['rateLimit', 'challengePhrase'], maxConsecutive: 1 };
    const { status, body } = await setChaos(requested);
    expect(status).toBe(200);
    expect(body).toEqual({ ...requested, challengePhrase: expect.any(String) });
    expect((await sandbox.send('GET', '/sandbox/chaos')).body).toEqual(body);
  });

  it.each([
    [{}, '/body/level'],
    [{ level: 'wild' }, '/body/level'],
    [{ level: 'low', kinds: ['meteors'] }, '/body/kinds/0'],
    [{ level: 'low', kinds: [] }, '/body/kinds'],
    [{ level: 'low', kinds: ['rateLimit', 'rateLimit'] }, '/body/kinds'],
    [{ level: 'low', maxConsecutive: 0 }, '/body/maxConsecutive'],
    [{ level: 'low', often: true }, '/body/often'],
  ])('rejects %j and changes nothing', async (chaos, pointer) => {
    await setChaos({ level: 'high' });
    const { status, body } = await setChaos(chaos);
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe(pointer);
    expect(await readLevel()).toBe('high');
  });

  it('turns chaos off on reset and on load', async () => {
    await setChaos({ level: 'high' });
    await sandbox.send('POST', '/sandbox/reset');
    expect(await readLevel()).toBe('off');
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'loaded' });
    await setChaos({ level: 'high' }, '/w/loaded');
    await sandbox.send('PUT', '/w/loaded/sandbox/scenario', { name: 'empty' });
    expect(await readLevel('/w/loaded')).toBe('off');
    await sandbox.send('DELETE', '/sandbox/workspaces/loaded');
  });

  it('applies to one workspace; a fork inherits the chaos, a snapshot omits it', async () => {
    await setChaos({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 7 });
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'calm' });
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'forked', from: 'default' });
    expect(await readLevel('/w/calm')).toBe('off');
    const collectStatuses = async (prefix: string) => {
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1) {
        statuses.push((await start(sandbox, { prefix })).status);
      }
      return statuses;
    };
    expect(await collectStatuses('/w/calm')).not.toContain(429);
    const forkStatuses = await collectStatuses('/w/forked');
    expect(forkStatuses).toContain(429);
    expect(await collectStatuses('')).toEqual(forkStatuses);
    const { body } = await sandbox.send('GET', '/sandbox/scenario?runtime=true', undefined, {
      accept: 'application/json',
    });
    expect(body.runtime).not.toHaveProperty('chaos');
    await sandbox.send('PUT', '/w/calm/sandbox/scenario', { document: body });
    expect(await readLevel('/w/calm')).toBe('off');
    await sandbox.send('DELETE', '/sandbox/workspaces/forked');
    await sandbox.send('DELETE', '/sandbox/workspaces/calm');
  });

  it('does not affect the control API, unknown paths, Prefer or faults, and sends no header when off', async () => {
    await setChaos({ level: 'high', kinds: ['rateLimit', 'slowResponse'], maxConsecutive: 100 });
    const fault = { match: { operation: 'sendEmailOtp' }, effect: { status: 503 } };
    await sandbox.send('PUT', '/sandbox/faults', { rules: [fault] });
    for (let count = 0; count < 20; count += 1) {
      const responses = [
        await sandbox.send('GET', '/sandbox/health'),
        await sandbox.send('GET', '/nowhere'),
        await start(sandbox, { headers: { prefer: 'code=401' } }),
        await sandbox.sendEmail('rita@example.test'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 503]);
      expect(responses.flatMap(readChaos)).toEqual([]);
    }
    await setChaos({ level: 'off' });
    for (let count = 0; count < 20; count += 1) {
      expect((await start(sandbox)).headers.get('flagbearer-chaos')).toBeNull();
    }
    expect((await readJournal(sandbox)).filter((entry) => 'chaos' in entry)).toEqual([]);
  });
});

describe('chaos set at startup', () => {
  it('applies to every workspace, and is restored by a reset', async () => {
    const chaosSandbox = await startTestSandbox({ chaos: 'high' });
    onTestFinished(() => chaosSandbox.close());
    await chaosSandbox.send('POST', '/sandbox/workspaces', { name: 'other' });
    for (const prefix of ['', '/w/other']) {
      expect(await readLevel(prefix, chaosSandbox)).toBe('high');
      await setChaos({ level: 'off' }, prefix, chaosSandbox);
      expect(await readLevel(prefix, chaosSandbox)).toBe('off');
      await chaosSandbox.send('POST', `${prefix}/sandbox/reset`);
      expect(await readLevel(prefix, chaosSandbox)).toBe('high');
    }
  });
});

describe('the chaos budget', () => {
  it.each([1, 2, 5])('affects at most %i consecutive requests', async (maxConsecutive) => {
    await setChaos({ level: 'high', maxConsecutive });
    for (let count = 0; count < 120; count += 1) await start(sandbox);
    const affectedRequests = (await readJournal(sandbox, '?limit=1000')).map(
      ({ chaos }) => chaos !== undefined,
    );
    expect(measureLongestRun(affectedRequests)).toBe(maxConsecutive);
  });

  it('is counted per operation, even with requests of another operation in between', async () => {
    await setChaos({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 });
    const rejections: boolean[] = [];
    for (let count = 0; count < 60; count += 1) {
      rejections.push((await start(sandbox)).status === 429);
      await sandbox.sendEmail('rita@example.test');
    }
    expect(rejections).toContain(true);
    expect(measureLongestRun(rejections)).toBe(1);
  });
});

describe('the chaos seed', () => {
  it('produces the same responses to the same requests', async () => {
    const run = async () => {
      const seededSandbox = await startTestSandbox(options);
      await setChaos({ level: 'high' }, '', seededSandbox);
      const responses: unknown[] = [];
      for (let count = 0; count < 40; count += 1) {
        const responsePair = [
          await start(seededSandbox),
          await seededSandbox.sendEmail('rita@example.test'),
        ];
        responses.push(
          ...responsePair.map((response) => [response.status, response.body, readChaos(response)]),
        );
      }
      await seededSandbox.close();
      return { responses, pauses: pauses.splice(0) };
    };
    const firstRun = await run();
    expect(
      new Set(firstRun.responses.map((response) => JSON.stringify(response))).size,
    ).toBeGreaterThan(5);
    expect(firstRun.pauses.length).toBeGreaterThan(3);
    expect(await run()).toEqual(firstRun);
  });

  it('produces other responses if it has another value', async () => {
    const statusLists: unknown[] = [];
    for (const seed of [1, 2, 3]) {
      await sandbox.send('POST', '/sandbox/workspaces', { name: 'seeded', seed });
      await setChaos({ level: 'high', kinds: ['rateLimit'] }, '/w/seeded');
      const statuses: number[] = [];
      for (let count = 0; count < 30; count += 1) {
        statuses.push((await start(sandbox, { prefix: '/w/seeded' })).status);
      }
      statusLists.push(statuses.join());
      await sandbox.send('DELETE', '/sandbox/workspaces/seeded');
    }
    expect(new Set(statusLists).size).toBe(3);
  });
});

describe('§2.7, §9: unknownFields', () => {
  const hasMoreFields = (changedObject: object, originalObject: object) =>
    Object.keys(changedObject).length > Object.keys(originalObject).length;

  it('adds fields to responses, at the top level and nested', async () => {
    const jwt = await openSession();
    const { body: plainUser } = await readUser(jwt);
    await setChaos({ level: 'high', kinds: ['unknownFields'], maxConsecutive: 100 });
    const depths = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      const response = await readUser(jwt);
      const { body } = response;
      expect(body).toMatchObject(plainUser);
      if (hasMoreFields(body, plainUser)) depths.add('user');
      if (hasMoreFields(body.personalInformation, plainUser.personalInformation))
        depths.add('inner');
      if (hasMoreFields(body.wallets[0], plainUser.wallets[0])) depths.add('item');
      const isSame = JSON.stringify(body) === JSON.stringify(plainUser);
      expect(readChaos(response)).toEqual(isSame ? [] : ['unknownFields']);
    }
    expect([...depths].toSorted()).toEqual(['inner', 'item', 'user']);
  });

  it('adds no field whose name has a meaning in the dialect', async () => {
    // In the default dialect, chaos adds fields with these names. F0000 has no category and withholds
    // personal information.
    const names = { category: 'type', kyc: 'metadata', personalInformation: 'history' };
    const { status } = await sandbox.send('POST', '/sandbox/workspaces', {
      name: 'renamed',
      dialect: { version: 1, values: { user: { names } } },
    });
    expect(status).toBe(201);
    const jwt = await openSession('/w/renamed');
    const ref = WALLET.walletAddress;
    await sandbox.send('PATCH', `/w/renamed/sandbox/users/${ref}`, { addFlags: ['F0000'] });
    const { body: plainUser } = await readUser(jwt, '/w/renamed');
    expect(plainUser.flags).toContainEqual({ code: 'F0000' });
    await setChaos({ level: 'high', kinds: ['unknownFields'], maxConsecutive: 100 }, '/w/renamed');
    for (let count = 0; count < 40; count += 1) {
      const response = await readUser(jwt, '/w/renamed');
      expect(response.status).toBe(200);
      expect(response.body).not.toHaveProperty('history');
      const { flags } = response.body;
      expect(flags.find(({ code }: { code: string }) => code === 'F0000')).not.toHaveProperty(
        'type',
      );
    }
  });

  it('§4.3: leaves an empty object empty', async () => {
    const jwt = await openSession();
    await setChaos({ level: 'high', kinds: ['unknownFields'], maxConsecutive: 100 });
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await sandbox.send('POST', ADD_PATH, WALLET, {
        ...CLIENT,
        authorization: `Bearer ${jwt}`,
      });
      expect([status, body]).toEqual([200, {}]);
    }
  });
});

describe('§2.7: unknownFlag', () => {
  it('adds a flag that is not in the catalogue and has no category', async () => {
    const jwt = await openSession();
    const { body: plainUser } = await readUser(jwt);
    await setChaos({ level: 'high', kinds: ['unknownFlag'] });
    const { body } = await sendUntil('unknownFlag', () => readUser(jwt));
    expect(body.flags).toHaveLength(plainUser.flags.length + 1);
    const { body: dialect } = await sandbox.send('GET', '/sandbox/dialect');
    const knownCodes = dialect.values.flags.catalogue.map(({ code }: { code: string }) => code);
    const unknownFlags = body.flags.filter(
      ({ code }: { code: string }) => !knownCodes.includes(code),
    );
    expect(unknownFlags).toEqual([{ code: expect.any(String) }]);
    // The account itself does not have the flag, so it withholds nothing.
    expect(body.personalInformation).toEqual(plainUser.personalInformation);
    expect((await sandbox.send('GET', '/sandbox/users/rita')).body.flags).toHaveLength(
      plainUser.flags.length,
    );
  });
});

describe('§8: rateLimit', () => {
  it('rejects the request with Retry-After, without an effect', async () => {
    await setChaos({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 });
    const send = () => sandbox.sendEmail('rita@example.test');
    let accepted = 0;
    const limitedResponse = await sendUntil('rateLimit', async () => {
      const response = await send();
      if (response.status === 200) accepted += 1;
      return response;
    });
    expect(limitedResponse.status).toBe(429);
    expect(Number(limitedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limitedResponse.body).toMatchObject({ code: 'rateLimited' });
    expect((await sandbox.send('GET', '/sandbox/inbox')).body.items).toHaveLength(accepted);
    expect(await readLastEntry(sandbox)).toMatchObject({
      outcome: 'rateLimited',
      rule: { clause: '8' },
      chaos: ['rateLimit'],
      request: { body: { emailAddress: 'rita@example.test' } },
      response: { status: 429, headers: { 'flagbearer-chaos': 'rateLimit' } },
    });
    expect((await send()).status).toBe(200);
  });
});

describe('§8: slowResponse', () => {
  it('delays the request, then processes it', async () => {
    await setChaos({ level: 'high', kinds: ['slowResponse'] });
    const response = await sendUntil('slowResponse', () => start(sandbox));
    expect(response.status).toBe(200);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThanOrEqual(500);
    expect(pauses[0]).toBeLessThanOrEqual(3000);
  });
});

describe('§3: longPending', () => {
  const submit = async () => {
    const { body } = await sandbox.send('POST', '/sandbox/users/rita/transactions', {
      settles: { after: 'PT30S', outcome: 'failure' },
    });
    return body.id as string;
  };
  const findStatus = (transactions: { id: string; cryptoStatus: string }[], wantedId: string) =>
    transactions.find(({ id }) => id === wantedId)?.cryptoStatus;
  const readStatus = async (id: string) =>
    findStatus((await sandbox.send('GET', '/sandbox/users/rita')).body.transactions, id);

  it('keeps a transaction PENDING for at most the configured number of reads by all clients', async () => {
    const jwt = await openSession();
    await setChaos({ level: 'high', kinds: ['longPending'], maxConsecutive: 2 });
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await readStatus(id)).toBe('PENDING');
    const observations: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      const response = await readUser(jwt);
      observations.push([findStatus(response.body.transactions, id), ...readChaos(response)]);
      expect(await readStatus(id)).toBe(findStatus(response.body.transactions, id));
    }
    expect(observations).toEqual([
      ['PENDING', 'longPending'],
      ['PENDING', 'longPending'],
      ['FAILED'],
      ['FAILED'],
    ]);
  });

  it('shows a transaction as PENDING for at most the configured number of concurrent reads', async () => {
    await setChaos({ level: 'high', kinds: ['longPending'], maxConsecutive: 2 });
    await submit();
    sandbox.clock.advance(31_000);
    const { store } = sandbox;
    const workspace = await store.open('default');
    const request = { operationId: 'getUser', clientId: 'wallet-app' } as const;
    const plans: ChaosPlan[] = [];
    for (let count = 0; count < 4; count += 1) {
      plans.push(await store.write(workspace, (unit) => planChaos(unit, request)));
    }
    const outcomes: string[] = [];
    for (const plan of plans) {
      const target = { userId: RITA, plan, request };
      outcomes.push(await settleLateTransactions(store, workspace, target));
    }
    expect(outcomes).toEqual(['pending', 'pending', 'onTime', 'onTime']);
  });

  it('ends after at most 10 minutes, even if no client reads the user', async () => {
    await setChaos({ level: 'high', kinds: ['longPending'] });
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await readStatus(id)).toBe('PENDING');
    sandbox.clock.advance(10 * 60_000);
    expect(await readStatus(id)).toBe('FAILED');
  });

  it('affects only transactions that are due after chaos is set', async () => {
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await readStatus(id)).toBe('FAILED');
    await setChaos({ level: 'high', kinds: ['longPending'] });
    expect(await readStatus(id)).toBe('FAILED');
    const lateId = await submit();
    sandbox.clock.advance(31_000);
    expect(await readStatus(lateId)).toBe('PENDING');
    // This setting replaces the first, so the transaction is not late anymore.
    await setChaos({ level: 'high', kinds: ['longPending'] });
    expect(await readStatus(lateId)).toBe('FAILED');
  });
});

describe('§2.3: challengePhrase', () => {
  it('is chosen once per workspace', async () => {
    const { body: chaos } = await setChaos({ level: 'high', kinds: ['challengePhrase'] });
    expect(chaos.challengePhrase).not.toBe(DEFAULT_PHRASE);
    for (let count = 0; count < 5; count += 1) {
      const response = await start(sandbox);
      expect(response.body.challenge.slice(0, -RANDOM_LENGTH)).toBe(chaos.challengePhrase);
      // Only the first response with the phrase counts as a variation.
      expect(readChaos(response)).toEqual(count === 0 ? ['challengePhrase'] : []);
    }
    expect((await signIn(sandbox)).status).toBe(200);
    await setChaos({ level: 'off' });
    expect((await start(sandbox)).body.challenge).toContain(DEFAULT_PHRASE);
  });

  it('is one of five phrases, depending on the seed, and can be signed', async () => {
    const phrases = new Set<string>();
    for (let seed = 1; seed < 16; seed += 1) {
      await sandbox.send('POST', '/sandbox/workspaces', { name: 'phrased', seed });
      const chaos = { level: 'low', kinds: ['challengePhrase'] };
      phrases.add((await setChaos(chaos, '/w/phrased')).body.challengePhrase);
      expect((await signIn(sandbox, '/w/phrased')).status).toBe(200);
      await sandbox.send('DELETE', '/sandbox/workspaces/phrased');
    }
    expect(phrases.size).toBe(5);
  });
});

const DIALECTS = [
  { user: {} },
  {
    user: {
      envelope: 'data.user',
      path: '/v1/user',
      flagsShape: 'byCategory',
      names: { flags: 'warnings', code: 'id', category: 'none', kyc: 'identity' },
    },
    errors: { body: 'nested', status: { rateLimited: 403 } },
    otp: { email: { authenticateReturns: 'empty' } },
  },
  {
    errors: { body: 'empty' },
    user: { names: { flags: 'notes', transactions: 'none' } },
    userMask: { absent: 'null' },
  },
];

describe.each(DIALECTS)('every response under chaos, in the dialect %j', (values) => {
  it('is valid under the effective contract of the workspace', async () => {
    const { status, body: created } = await sandbox.send('POST', '/sandbox/workspaces', {
      name: 'worded',
      dialect: { version: 1, values },
    });
    expect(status, JSON.stringify(created)).toBe(201);
    await setChaos({ level: 'high', maxConsecutive: 100 }, '/w/worded');
    const { body: document } = await sandbox.send('GET', '/w/worded/sandbox/openapi.json');
    const checker = new ContractChecker(document);
    const kinds = new Set<string>();

    const check = async (method: string, path: string, body?: unknown, bearer?: string) => {
      const headers = {
        ...CLIENT,
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      };
      const response = await sandbox.send(method, `/w/worded${path}`, body, headers);
      const request = {
        method,
        target: path,
        headers,
        body: body && JSON.stringify(body),
      } as never;
      expect(checker.listProblems({ request, response })).toEqual([]);
      for (const kind of readChaos(response)) kinds.add(kind);
      return response;
    };
    const checkWithRetry = async (...args: Parameters<typeof check>): Promise<HttpResponse> => {
      const response = await check(...args);
      return readChaos(response).includes('rateLimit') ? checkWithRetry(...args) : response;
    };
    const path = 'path' in values.user ? values.user.path : '/user';
    for (let round = 0; round < 8; round += 1) {
      const { body: started } = await checkWithRetry('POST', START_PATH, WALLET);
      const { body: signed } = await sandbox.send(
        'POST',
        `/sandbox/wallets/${WALLET.walletAddress}:sign`,
        { message: started.challenge },
      );
      const { body } = await checkWithRetry('POST', AUTHENTICATE_PATH, {
        ...WALLET,
        ...signed,
      });
      await checkWithRetry('GET', path, undefined, body.sessionJwt);
      await checkWithRetry('POST', ADD_PATH, WALLET, body.sessionJwt);
      await checkWithRetry(
        'POST',
        '/v1/auth/otp/sms:send',
        { phoneNumber: '+12025550143' },
        'wallet-app-token',
      );
      const emailAddress = 'rita@example.test';
      const { body: sent } = await checkWithRetry('POST', '/v1/auth/otp/email:send', {
        emailAddress,
      });
      const inbox = await sandbox.send('GET', `/w/worded/sandbox/inbox?to=${emailAddress}`);
      const otp = inbox.body.items.at(-1).code;
      await checkWithRetry('POST', '/v1/auth/otp/email:authenticate', {
        emailId: sent.emailId,
        otp,
      });
    }
    const possibleKinds = chaosKinds.filter((kind) => kind !== 'longPending');
    expect([...kinds].toSorted()).toEqual(possibleKinds.toSorted());
    await sandbox.send('DELETE', '/sandbox/workspaces/worded');
  });
});
