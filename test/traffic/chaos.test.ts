import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { chaosKinds } from '../../src/contract/chaos-kinds.gen.ts';
import { ContractChecker } from '../contract-checker.ts';
import { startTestSandbox } from '../control/sandbox.ts';
import type { HttpResponse, TestSandbox } from '../control/sandbox.ts';
import { CLIENT, journal, lastEntry, signIn, start, START_PATH, WALLET } from './requests.ts';

/** Milliseconds of each pause, which ends at once. */
let pauses: number[] = [];
let sandbox: TestSandbox;
const openSandbox = () =>
  startTestSandbox({
    pauses: {
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  });
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.call('POST', '/sandbox/reset');
  pauses = [];
});

const DEFAULT_PHRASE = 'Sign this challenge to sign in: ';

const set = (chaos: object, prefix = '', on = sandbox) =>
  on.call('PUT', `${prefix}/sandbox/chaos`, chaos);
const chaosOf = ({ headers }: HttpResponse) => headers.get('flagbearer-chaos')?.split(', ') ?? [];

async function session(prefix = ''): Promise<string> {
  const { status, body } = await signIn(sandbox, prefix);
  expect(status).toBe(200);
  return body.sessionJwt;
}

const readUser = (jwt: string, prefix = '') =>
  sandbox.call('GET', `${prefix}/user`, undefined, { ...CLIENT, authorization: `Bearer ${jwt}` });

/** Sends requests until a response is marked with a kind. */
async function until(kind: string, call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await call();
    if (chaosOf(answer).includes(kind)) return answer;
  }
  throw new Error(`${kind} never came`);
}

/** The longest run of requests that something is true of. */
function longestRun(calls: readonly boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const call of calls) {
    run = call ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

describe('PUT /chaos', () => {
  it('sets level, kinds and budget, and returns the current chaos', async () => {
    expect((await sandbox.call('GET', '/sandbox/chaos')).body).toEqual({
      level: 'off',
      kinds: chaosKinds,
      maxConsecutive: 3,
    });
    const asked = { level: 'low', kinds: ['rateLimit', 'challengePhrase'], maxConsecutive: 1 };
    const { status, body } = await set(asked);
    expect(status).toBe(200);
    expect(body).toEqual({ ...asked, challengePhrase: expect.any(String) });
    expect((await sandbox.call('GET', '/sandbox/chaos')).body).toEqual(body);
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
    await set({ level: 'high' });
    const { status, body } = await set(chaos);
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe(pointer);
    expect((await sandbox.call('GET', '/sandbox/chaos')).body.level).toBe('high');
  });

  it('turns chaos off on reset and on load', async () => {
    const level = async () => (await sandbox.call('GET', '/sandbox/chaos')).body.level;
    await set({ level: 'high' });
    await sandbox.call('POST', '/sandbox/reset');
    expect(await level()).toBe('off');
    await sandbox.call('POST', '/sandbox/workspaces', { name: 'loaded' });
    await set({ level: 'high' }, '/w/loaded');
    await sandbox.call('PUT', '/w/loaded/sandbox/scenario', { name: 'empty' });
    expect((await sandbox.call('GET', '/w/loaded/sandbox/chaos')).body.level).toBe('off');
    await sandbox.call('DELETE', '/sandbox/workspaces/loaded');
  });

  it('applies to one workspace; a fork inherits it, a snapshot omits it', async () => {
    await set({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 7 });
    await sandbox.call('POST', '/sandbox/workspaces', { name: 'calm' });
    await sandbox.call('POST', '/sandbox/workspaces', { name: 'forked', from: 'default' });
    expect((await sandbox.call('GET', '/w/calm/sandbox/chaos')).body.level).toBe('off');
    const seen = async (prefix: string) => {
      const statuses: number[] = [];
      for (let calls = 0; calls < 40; calls += 1) {
        statuses.push((await start(sandbox, { prefix })).status);
      }
      return statuses;
    };
    expect(await seen('/w/calm')).not.toContain(429);
    const forked = await seen('/w/forked');
    expect(forked).toContain(429);
    expect(await seen('')).toEqual(forked);
    const { body } = await sandbox.call('GET', '/sandbox/scenario?runtime=true', undefined, {
      accept: 'application/json',
    });
    expect(body.runtime).not.toHaveProperty('chaos');
    await sandbox.call('PUT', '/w/calm/sandbox/scenario', { document: body });
    expect((await sandbox.call('GET', '/w/calm/sandbox/chaos')).body.level).toBe('off');
    await sandbox.call('DELETE', '/sandbox/workspaces/forked');
    await sandbox.call('DELETE', '/sandbox/workspaces/calm');
  });

  it('does not affect the control API, faults or Prefer, and sends no header when off', async () => {
    await set({ level: 'high', kinds: ['rateLimit', 'slowResponse'], maxConsecutive: 100 });
    const prefer = { headers: { prefer: 'code=401' } };
    for (let calls = 0; calls < 20; calls += 1) {
      const answers = [await start(sandbox, prefer), await sandbox.call('GET', '/sandbox/health')];
      expect(answers.map(chaosOf)).toEqual([[], []]);
      expect(chaosOf(await sandbox.call('GET', '/nowhere'))).toEqual([]);
    }
    await set({ level: 'off' });
    for (let calls = 0; calls < 20; calls += 1) {
      expect((await start(sandbox)).headers.get('flagbearer-chaos')).toBeNull();
    }
    expect((await journal(sandbox)).filter((entry) => 'chaos' in entry)).toEqual([]);
  });
});

describe('chaos set at startup', () => {
  it('applies to every workspace, and is restored by a reset', async () => {
    const wild = await startTestSandbox({ chaos: 'high' });
    await wild.call('POST', '/sandbox/workspaces', { name: 'other' });
    for (const prefix of ['', '/w/other']) {
      const level = async () => (await wild.call('GET', `${prefix}/sandbox/chaos`)).body.level;
      expect(await level()).toBe('high');
      await set({ level: 'off' }, prefix, wild);
      expect(await level()).toBe('off');
      await wild.call('POST', `${prefix}/sandbox/reset`);
      expect(await level()).toBe('high');
    }
    await wild.close();
  });
});

describe('the chaos budget', () => {
  it.each([1, 2, 5])('affects at most %i consecutive requests', async (maxConsecutive) => {
    await set({ level: 'high', maxConsecutive });
    for (let calls = 0; calls < 120; calls += 1) await start(sandbox);
    const struck = (await journal(sandbox, '?limit=1000')).map(({ chaos }) => chaos !== undefined);
    expect(longestRun(struck)).toBe(maxConsecutive);
  });

  it('is counted per operation and client, whatever requests come between', async () => {
    await set({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 });
    const refused: boolean[] = [];
    for (let calls = 0; calls < 60; calls += 1) {
      refused.push((await start(sandbox)).status === 429);
      await sandbox.sendEmail('rita@example.test');
    }
    expect(refused).toContain(true);
    expect(longestRun(refused)).toBe(1);
  });
});

describe('the chaos seed', () => {
  it('returns the same responses to the same requests', async () => {
    const run = async () => {
      const own = await openSandbox();
      await set({ level: 'high' }, '', own);
      const answers: unknown[] = [];
      for (let calls = 0; calls < 40; calls += 1) {
        const each = [await start(own), await own.sendEmail('rita@example.test')];
        answers.push(...each.map((answer) => [answer.status, answer.body, chaosOf(answer)]));
      }
      await own.close();
      return { answers, pauses: pauses.splice(0) };
    };
    const first = await run();
    expect(new Set(first.answers.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(5);
    expect(first.pauses.length).toBeGreaterThan(3);
    expect(await run()).toEqual(first);
  });

  it('returns different responses with another seed', async () => {
    const drawn: unknown[] = [];
    for (const seed of [1, 2, 3]) {
      await sandbox.call('POST', '/sandbox/workspaces', { name: 'seeded', seed });
      await set({ level: 'high', kinds: ['rateLimit'] }, '/w/seeded');
      const statuses: number[] = [];
      for (let calls = 0; calls < 30; calls += 1) {
        statuses.push((await start(sandbox, { prefix: '/w/seeded' })).status);
      }
      drawn.push(statuses.join());
      await sandbox.call('DELETE', '/sandbox/workspaces/seeded');
    }
    expect(new Set(drawn).size).toBe(3);
  });
});

describe('§2.7, §9: unknownFields', () => {
  it('adds fields to responses, at the top level and nested', async () => {
    const jwt = await session();
    const { body: plain } = await readUser(jwt);
    await set({ level: 'high', kinds: ['unknownFields'], maxConsecutive: 100 });
    const depths = new Set<string>();
    for (let calls = 0; calls < 40; calls += 1) {
      const answer = await readUser(jwt);
      const { body } = answer;
      expect(body).toMatchObject(plain);
      const added = (one: object, other: object) =>
        Object.keys(one).length > Object.keys(other).length;
      if (added(body, plain)) depths.add('user');
      if (added(body.personalInformation, plain.personalInformation)) depths.add('inner');
      if (added(body.wallets[0], plain.wallets[0])) depths.add('item');
      const isSame = JSON.stringify(body) === JSON.stringify(plain);
      expect(chaosOf(answer)).toEqual(isSame ? [] : ['unknownFields']);
    }
    expect([...depths].toSorted()).toEqual(['inner', 'item', 'user']);
  });

  it('§4.3: leaves an empty object empty', async () => {
    const jwt = await session();
    await set({ level: 'high', kinds: ['unknownFields'], maxConsecutive: 100 });
    for (let calls = 0; calls < 10; calls += 1) {
      const { status, body } = await sandbox.call(
        'POST',
        '/v1/auth/cryptoWallet:addToUser',
        WALLET,
        { ...CLIENT, authorization: `Bearer ${jwt}` },
      );
      expect([status, body]).toEqual([200, {}]);
    }
  });
});

describe('§2.7: unknownFlag', () => {
  it('adds a flag that is in no catalogue, and no category with it', async () => {
    const jwt = await session();
    const { body: plain } = await readUser(jwt);
    await set({ level: 'high', kinds: ['unknownFlag'] });
    const { body } = await until('unknownFlag', () => readUser(jwt));
    expect(body.flags).toHaveLength(plain.flags.length + 1);
    const { body: dialect } = await sandbox.call('GET', '/sandbox/dialect');
    const known = dialect.values.flags.catalogue.map(({ code }: { code: string }) => code);
    const unknown = body.flags.filter(({ code }: { code: string }) => !known.includes(code));
    expect(unknown).toEqual([{ code: expect.any(String) }]);
    // The account itself has none, so nothing is withheld or refused for it.
    expect(body.personalInformation).toEqual(plain.personalInformation);
    expect((await sandbox.call('GET', '/sandbox/users/rita')).body.flags).toHaveLength(
      plain.flags.length,
    );
  });
});

describe('§8: rateLimit', () => {
  it('rejects the request with Retry-After, without an effect', async () => {
    await set({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 });
    const send = () => sandbox.sendEmail('rita@example.test');
    await sandbox.call('DELETE', '/sandbox/inbox');
    let accepted = 0;
    const refused = await until('rateLimit', async () => {
      const answer = await send();
      if (answer.status === 200) accepted += 1;
      return answer;
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ code: 'rateLimited' });
    expect((await sandbox.call('GET', '/sandbox/inbox')).body.items).toHaveLength(accepted);
    expect(await lastEntry(sandbox)).toMatchObject({
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
    await set({ level: 'high', kinds: ['slowResponse'] });
    const answer = await until('slowResponse', () => start(sandbox));
    expect(answer.status).toBe(200);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThanOrEqual(500);
    expect(pauses[0]).toBeLessThanOrEqual(3000);
  });
});

describe('§3: longPending', () => {
  const submit = async () => {
    const { body } = await sandbox.call('POST', '/sandbox/users/rita/transactions', {
      settles: { after: 'PT30S', outcome: 'failure' },
    });
    return body.id as string;
  };
  const statusIn = (transactions: { id: string; cryptoStatus: string }[], wanted: string) =>
    transactions.find(({ id }) => id === wanted)?.cryptoStatus;
  const bySandbox = async (id: string) =>
    statusIn((await sandbox.call('GET', '/sandbox/users/rita')).body.transactions, id);

  it('keeps a transaction PENDING for at most the configured number of reads, counted over all readers', async () => {
    const jwt = await session();
    await set({ level: 'high', kinds: ['longPending'], maxConsecutive: 2 });
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await bySandbox(id)).toBe('PENDING');
    const seen: unknown[] = [];
    for (let calls = 0; calls < 4; calls += 1) {
      const answer = await readUser(jwt);
      seen.push([statusIn(answer.body.transactions, id), ...chaosOf(answer)]);
      expect(await bySandbox(id)).toBe(statusIn(answer.body.transactions, id));
    }
    expect(seen).toEqual([
      ['PENDING', 'longPending'],
      ['PENDING', 'longPending'],
      ['FAILED'],
      ['FAILED'],
    ]);
  });

  it('ends without a read of the user', async () => {
    await set({ level: 'high', kinds: ['longPending'] });
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await bySandbox(id)).toBe('PENDING');
    sandbox.clock.advance(10 * 60_000);
    expect(await bySandbox(id)).toBe('FAILED');
  });

  it('never takes a transaction back to PENDING', async () => {
    const id = await submit();
    sandbox.clock.advance(31_000);
    expect(await bySandbox(id)).toBe('FAILED');
    await set({ level: 'high', kinds: ['longPending'] });
    expect(await bySandbox(id)).toBe('FAILED');
    const late = await submit();
    sandbox.clock.advance(31_000);
    expect(await bySandbox(late)).toBe('PENDING');
    await set({ level: 'high', kinds: ['longPending'] });
    expect(await bySandbox(late)).toBe('FAILED');
  });
});

describe('§2.3: challengePhrase', () => {
  it('is chosen once per workspace', async () => {
    const { body: chaos } = await set({ level: 'high', kinds: ['challengePhrase'] });
    expect(chaos.challengePhrase).not.toBe(DEFAULT_PHRASE);
    for (let calls = 0; calls < 5; calls += 1) {
      const answer = await start(sandbox);
      expect(answer.body.challenge.slice(0, -43)).toBe(chaos.challengePhrase);
      expect(chaosOf(answer)).toEqual(calls === 0 ? ['challengePhrase'] : []);
    }
    expect((await signIn(sandbox)).status).toBe(200);
    await set({ level: 'off' });
    expect((await start(sandbox)).body.challenge).toContain(DEFAULT_PHRASE);
  });

  it('differs from seed to seed, and can always be signed', async () => {
    const phrases = new Set<string>();
    for (let seed = 1; seed < 16; seed += 1) {
      await sandbox.call('POST', '/sandbox/workspaces', { name: 'phrased', seed });
      const chaos = { level: 'low', kinds: ['challengePhrase'] };
      phrases.add((await set(chaos, '/w/phrased')).body.challengePhrase);
      expect((await signIn(sandbox, '/w/phrased')).status).toBe(200);
      await sandbox.call('DELETE', '/sandbox/workspaces/phrased');
    }
    expect(phrases.size).toBe(5);
  });
});

const DIALECTS = [
  { user: {} },
  {
    user: {
      ...{ envelope: 'data.user', path: '/v1/user', flagsShape: 'byCategory' },
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
    const { status, body: made } = await sandbox.call('POST', '/sandbox/workspaces', {
      name: 'worded',
      dialect: { version: 1, values },
    });
    expect(status, JSON.stringify(made)).toBe(201);
    await set({ level: 'high', maxConsecutive: 100 }, '/w/worded');
    const { body: document } = await sandbox.call('GET', '/w/worded/sandbox/openapi.json');
    const checker = new ContractChecker(document);
    const kinds = new Set<string>();

    const check = async (method: string, path: string, body?: unknown, bearer?: string) => {
      const headers = {
        ...CLIENT,
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      };
      const answer = await sandbox.call(method, `/w/worded${path}`, body, headers);
      const request = {
        method,
        target: path,
        headers,
        body: body && JSON.stringify(body),
      } as never;
      expect(checker.listProblems({ request, response: answer })).toEqual([]);
      for (const kind of chaosOf(answer)) kinds.add(kind);
      return answer;
    };
    const patiently = async (...call: Parameters<typeof check>): Promise<HttpResponse> => {
      const answer = await check(...call);
      return chaosOf(answer).includes('rateLimit') ? patiently(...call) : answer;
    };
    const path = 'path' in values.user ? values.user.path : '/user';
    for (let rounds = 0; rounds < 8; rounds += 1) {
      const { body: started } = await patiently('POST', START_PATH, WALLET);
      const { body: signed } = await sandbox.call(
        'POST',
        `/sandbox/wallets/${WALLET.walletAddress}:sign`,
        { message: started.challenge },
      );
      const { body } = await patiently('POST', '/v1/auth/cryptoWallet:authenticate', {
        ...WALLET,
        ...signed,
      });
      await patiently('GET', path, undefined, body.sessionJwt);
      await patiently('POST', '/v1/auth/cryptoWallet:addToUser', WALLET, body.sessionJwt);
      await patiently(
        'POST',
        '/v1/auth/otp/sms:send',
        { phoneNumber: '+12025550143' },
        'wallet-app-token',
      );
      const emailAddress = 'rita@example.test';
      const { body: sent } = await patiently('POST', '/v1/auth/otp/email:send', { emailAddress });
      const inbox = await sandbox.call('GET', `/w/worded/sandbox/inbox?to=${emailAddress}`);
      const otp = inbox.body.items.at(-1).code;
      await patiently('POST', '/v1/auth/otp/email:authenticate', { emailId: sent.emailId, otp });
    }
    const possible = chaosKinds.filter((kind) => kind !== 'longPending');
    expect([...kinds].toSorted()).toEqual(possible.toSorted());
    await sandbox.call('DELETE', '/sandbox/workspaces/worded');
  });
});

describe('careless clients under chaos', () => {
  it('fail on each kind of chaos', async () => {
    const jwt = await session();
    const { body: plain } = await readUser(jwt);
    const one = (kind: string) => set({ level: 'high', kinds: [kind], maxConsecutive: 9 });

    await one('unknownFields');
    const { body: extended } = await until('unknownFields', () => readUser(jwt));
    expect(() => expect(extended).toEqual(plain)).toThrow();

    await one('unknownFlag');
    const { body: dialect } = await sandbox.call('GET', '/sandbox/dialect');
    const messages = new Map<string, { title: string }>(
      dialect.values.flags.catalogue.map((flag: { code: string }) => [flag.code, flag]),
    );
    const { body: flagged } = await until('unknownFlag', () => readUser(jwt));
    const texts = flagged.flags.map(({ code }: { code: string }) => messages.get(code));
    expect(texts).toContain(undefined);

    await one('rateLimit');
    const refused = await until('rateLimit', () => start(sandbox));
    expect(refused.body.challenge).toBeUndefined();

    await one('slowResponse');
    await until('slowResponse', () => start(sandbox));
    expect(Math.max(...pauses)).toBeGreaterThan(499);

    await one('longPending');
    await sandbox.call('POST', '/sandbox/users/rita/transactions', {
      settles: { after: 'PT1S', outcome: 'success' },
    });
    sandbox.clock.advance(1000);
    const { body: waiting } = await readUser(jwt);
    expect(waiting.transactions.at(-1).cryptoStatus).toBe('PENDING');

    await one('challengePhrase');
    const { body: started } = await start(sandbox);
    const nonce = started.challenge.split(DEFAULT_PHRASE)[1];
    expect(nonce).toBeUndefined();
  });
});
