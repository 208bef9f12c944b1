/** Concurrent requests have the same effect as consecutive requests: units of work are atomic. */
import { describe, expect, it } from 'vitest';

import {
  createWallet,
  toNetworkIdentity,
  toTypeIdentity,
  ClientApp,
  useSandbox,
  type HttpResponse,
  type TestWorkspace,
} from '../sandbox.ts';

const sandbox = useSandbox();
const MANY = 50;

/** Sends fifty requests at once. */
function runConcurrently<Result>(send: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => send(index)));
}

/** Counts the responses by status and code: `{'200': 1, '401 otpWrong': 49}`. */
function countResponses(responses: readonly HttpResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const name = status < 300 ? `${status}` : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface User {
  readonly id: string;
  readonly phoneNumber: string | null;
  readonly wallets: readonly unknown[];
}

async function listUsers(workspace: TestWorkspace): Promise<readonly User[]> {
  return (await workspace.control('/users?limit=1000')).body.items;
}

function createEmptyWorkspace(dialect: object = {}): Promise<TestWorkspace> {
  return sandbox.workspace({ scenario: 'empty', dialect });
}

/** Signs in fifty users and returns their sessions. */
async function signInUsers(workspace: TestWorkspace): Promise<readonly string[]> {
  const responses = await runConcurrently(() => workspace.client().signIn(createWallet()));
  return responses.map(({ body }) => body.sessionJwt);
}

function collectUserIds(responses: readonly HttpResponse[]): Set<string> {
  return new Set(responses.map(({ body }) => body.userMask.id));
}

describe('§4.2 one challenge, used by fifty requests at once', () => {
  it.each(['latest', 'all'])('succeeds once (outstanding: %s)', async (outstanding) => {
    const workspace = await createEmptyWorkspace({ wallet: { challenge: { outstanding } } });
    const client = workspace.client();
    const wallet = createWallet();
    const { body } = await client.start(toTypeIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    const responses = await runConcurrently(() =>
      client.authenticate(toTypeIdentity(wallet), signature),
    );
    expect(countResponses(responses)).toEqual({ '200': 1, '401 challengeUnknown': MANY - 1 });
    expect(await listUsers(workspace)).toHaveLength(1);
  });

  it('succeeds at most once if one signature is wrong and invalidates the challenge', async () => {
    const workspace = await createEmptyWorkspace({
      wallet: { challenge: { onBadSignature: 'burn' } },
    });
    const client = workspace.client();
    const wallet = createWallet();
    const { body } = await client.start(toTypeIdentity(wallet));
    const valid = await wallet.signMessage(body.challenge);
    const invalid = await createWallet().signMessage(body.challenge);
    const responses = await runConcurrently((index) =>
      client.authenticate(toTypeIdentity(wallet), index === MANY / 2 ? invalid : valid),
    );
    const successes = countResponses(responses)['200'] ?? 0;
    expect(successes).toBeLessThanOrEqual(1);
    expect(await listUsers(workspace)).toHaveLength(successes);
  });
});

describe.each(['sms', 'email'] as const)('§5 one OTP by %s', (channel) => {
  const destination = channel === 'sms' ? '+12025550143' : 'rita@example.test';
  const recordId = channel === 'sms' ? 'phoneId' : 'emailId';

  function send(client: ClientApp): Promise<HttpResponse> {
    return channel === 'sms' ? client.sendSms(destination) : client.sendEmail(destination);
  }

  function authenticate(client: ClientApp, id: string, otp: string): Promise<HttpResponse> {
    return client.post(`/v1/auth/otp/${channel}:authenticate`, { [recordId]: id, otp });
  }

  it('used by fifty requests at once succeeds once', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const { body } = await send(client);
    const code = await workspace.readLastCode(destination);
    const responses = await runConcurrently(() => authenticate(client, body[recordId], code));
    expect(countResponses(responses)).toEqual({ '200': 1, '401 otpWrong': MANY - 1 });
    expect(await listUsers(workspace)).toHaveLength(1);
  });

  it('guessed by fifty requests at once allows five attempts', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const { body } = await send(client);
    const code = await workspace.readLastCode(destination);
    const guesses = await runConcurrently((index) => {
      const guess = String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
      return authenticate(client, body[recordId], guess);
    });
    expect(countResponses(guesses)).toEqual({ '401 otpWrong': 5, '429 otpLocked': MANY - 5 });
    expect(await authenticate(client, body[recordId], code)).toMatchObject({ status: 429 });
  });

  it('sent fifty times at once leaves one valid code', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const sent = await runConcurrently(() => send(client));
    expect(countResponses(sent)).toEqual({ '200': MANY });
    const { body } = await workspace.control('/inbox');
    const statuses = body.items.map(({ status }: { status: string }) => status);
    expect(statuses.filter((status: string) => status === 'pending')).toEqual(['pending']);
    expect(statuses.at(-1)).toBe('pending');
  });

  it('sent fifty times at once respects the limit', async () => {
    const sends = { count: 3, per: 'PT1H', scope: 'destination' };
    const workspace = await createEmptyWorkspace({ limits: { sends } });
    const client = workspace.client();
    const responses = await runConcurrently(() => send(client));
    expect(countResponses(responses)).toEqual({ '200': 3, '429 rateLimited': MANY - 3 });
    expect((await workspace.control('/inbox')).body.items).toHaveLength(3);
  });
});

describe('§5.6 fifty first sign-ins at once', () => {
  it('create one user for one wallet and one challenge that can be used repeatedly', async () => {
    const workspace = await createEmptyWorkspace({
      wallet: { challenge: { outstanding: 'all', reuse: 'accept' } },
    });
    const client = workspace.client();
    const wallet = createWallet();
    const { body } = await client.start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    const responses = await runConcurrently(() =>
      client.authenticate(toNetworkIdentity(wallet), signature),
    );
    expect(countResponses(responses)).toEqual({ '200': MANY });
    expect(collectUserIds(responses).size).toBe(1);
    const users = await listUsers(workspace);
    expect(users).toHaveLength(1);
    expect(users[0]?.wallets).toHaveLength(1);
  });

  it('create one user for one wallet in all spellings, from two clients, each with its own challenge', async () => {
    const workspace = await createEmptyWorkspace({
      wallet: { challenge: { outstanding: 'all', reuse: 'accept' } },
    });
    const clients = [workspace.client(), workspace.client('exchange-app')];
    const wallet = createWallet();
    const identities = [
      toNetworkIdentity(wallet),
      toNetworkIdentity(wallet, 'POLYGON'),
      toTypeIdentity(wallet),
    ].flatMap((fields) => [fields, { ...fields, walletAddress: wallet.address.toLowerCase() }]);
    const signIns = await Promise.all(
      identities.flatMap((identity) =>
        clients.map(async (client) => {
          const { body } = await client.start(identity);
          return { client, identity, signature: await wallet.signMessage(body.challenge) };
        }),
      ),
    );
    const responses = await Promise.all(
      [...signIns, ...signIns, ...signIns, ...signIns].map(({ client, identity, signature }) =>
        client.authenticate(identity, signature),
      ),
    );
    expect(countResponses(responses)).toEqual({ '200': 4 * signIns.length });
    expect(collectUserIds(responses).size).toBe(1);
    expect(await listUsers(workspace)).toMatchObject([
      { linkedClients: expect.arrayContaining(['wallet-app', 'exchange-app']) },
    ]);
  });

  it('create one user for one wallet if each sign-in starts its own challenge', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const wallet = createWallet();
    const responses = await runConcurrently(() => client.signIn(wallet));
    for (const { status } of responses) expect([200, 401]).toContain(status);
    const successes = responses.filter(({ status }) => status === 200);
    expect(successes.length).toBeGreaterThan(0);
    expect(collectUserIds(successes).size).toBe(1);
    expect(await listUsers(workspace)).toHaveLength(1);
  });

  it('create one user for one email address in upper and lower case, each with its own code', async () => {
    const workspace = await createEmptyWorkspace({
      otp: { email: { outstanding: 'all', recordId: 'perSend' } },
    });
    const client = workspace.client();
    const sent = await runConcurrently((index) =>
      client.sendEmail(index % 2 === 0 ? 'rita@example.test' : 'Rita@Example.test'),
    );
    expect(countResponses(sent)).toEqual({ '200': MANY });
    const { body } = await workspace.control('/inbox');
    const responses = await Promise.all(
      body.items.map(({ recordId, code }: { recordId: string; code: string }) =>
        client.authenticateEmail({ emailId: recordId, otp: code }),
      ),
    );
    expect(countResponses(responses)).toEqual({ '200': MANY });
    expect(collectUserIds(responses).size).toBe(1);
    expect(await listUsers(workspace)).toHaveLength(1);
  });

  it('create fifty users for fifty wallets', async () => {
    const workspace = await createEmptyWorkspace();
    const responses = await runConcurrently(() => workspace.client().signIn(createWallet()));
    expect(countResponses(responses)).toEqual({ '200': MANY });
    expect(collectUserIds(responses).size).toBe(MANY);
    expect(await listUsers(workspace)).toHaveLength(MANY);
  });
});

describe('§4.3 one wallet, added by fifty users at once', () => {
  it.each(['reject', 'accept'])('has one owner (addOwned: %s)', async (addOwned) => {
    const workspace = await createEmptyWorkspace({ wallet: { addOwned } });
    const client = workspace.client();
    const sessions = await signInUsers(workspace);
    const addedWallet = createWallet();
    const responses = await Promise.all(
      sessions.map((session) => client.addWallet(toTypeIdentity(addedWallet), session)),
    );
    expect(countResponses(responses)).toEqual(
      addOwned === 'reject' ? { '200': 1, '409 identityTaken': MANY - 1 } : { '200': MANY },
    );
    const owners = (await listUsers(workspace)).filter(({ wallets }) => wallets.length === 2);
    expect(owners).toHaveLength(1);
    const { body } = await workspace.readUser(addedWallet.address);
    expect(body.id).toBe(owners[0]?.id);
  });

  it('is added once if one user sends all requests', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const { sessionJwt } = (await client.signIn(createWallet())).body;
    const addedWallet = createWallet();
    const responses = await runConcurrently(() =>
      client.addWallet(toTypeIdentity(addedWallet), sessionJwt),
    );
    expect(countResponses(responses)).toEqual({ '200': MANY });
    expect((await client.readUser(sessionJwt)).body.wallets).toHaveLength(2);
  });

  it('belongs to the user that signs in with it or to the user that adds it, never to both', async () => {
    const workspace = await createEmptyWorkspace();
    const client = workspace.client();
    const sessions = await signInUsers(workspace);
    const addedWallet = createWallet();
    const { body } = await client.start(toTypeIdentity(addedWallet));
    const signature = await addedWallet.signMessage(body.challenge);
    const [signInResponse, ...addResponses] = await Promise.all([
      client.authenticate(toTypeIdentity(addedWallet), signature),
      ...sessions.map((session) => client.addWallet(toTypeIdentity(addedWallet), session)),
    ]);
    expect(signInResponse.status).toBe(200);
    expect(countResponses(addResponses)['200'] ?? 0).toBeLessThanOrEqual(1);
    const owners = (await listUsers(workspace)).filter(({ wallets }) =>
      JSON.stringify(wallets).includes(addedWallet.address),
    );
    expect(owners.map(({ id }) => id)).toEqual([signInResponse.body.userMask.id]);
  });
});

describe('a phone number, added by fifty users at once', () => {
  it('has one owner', async () => {
    const workspace = await createEmptyWorkspace({
      otp: { sms: { outstanding: 'all', recordId: 'perSend' } },
    });
    const client = workspace.client();
    const sessions = await signInUsers(workspace);
    await Promise.all(sessions.map((session) => client.sendSms('+12025550143', session)));
    const { body } = await workspace.control('/inbox');
    const responses: HttpResponse[] = await Promise.all(
      body.items.map(({ recordId, code }: { recordId: string; code: string }) =>
        client.authenticateSms({ phoneId: recordId, otp: code }),
      ),
    );
    expect(countResponses(responses)).toEqual({ '200': 1, '409 identityTaken': MANY - 1 });
    const owners = (await listUsers(workspace)).filter(({ phoneNumber }) => phoneNumber !== null);
    expect(owners).toHaveLength(1);
  });
});

describe('a transaction, settled by fifty requests at once', () => {
  it('settles once', async () => {
    const workspace = await sandbox.workspace({ scenario: 'default' });
    const created = await workspace.control('/users/ada/transactions', { method: 'POST' });
    const settle = `/transactions/${created.body.id}:settle`;
    const responses = await runConcurrently((index) =>
      workspace.control(settle, { body: { outcome: index % 2 === 0 ? 'success' : 'failure' } }),
    );
    expect(countResponses(responses)).toEqual({ '200': 1, '409 illegalState': MANY - 1 });
  });
});

describe('a workspace under load', () => {
  const WORKERS = 10;

  /** Signs in, reads and writes repeatedly, and records the responses. */
  async function sendRequestsUntil(
    isOver: () => boolean,
    workspace: TestWorkspace,
    responses: HttpResponse[],
  ): Promise<void> {
    const client = workspace.client();
    const [wallet, secondWallet] = [createWallet(), createWallet()];
    while (!isOver()) {
      const started = await client.start(toTypeIdentity(wallet));
      const signature = await wallet.signMessage(started.body.challenge ?? 'none');
      const signedIn = await client.authenticate(toTypeIdentity(wallet), signature);
      const session = signedIn.body.sessionJwt ?? 'none';
      responses.push(started, signedIn);
      responses.push(await client.readUser(session));
      responses.push(await client.addWallet(toTypeIdentity(secondWallet), session));
      responses.push(await client.sendSms('+12025550143', session));
      responses.push(await client.authenticateSms({ phoneId: 'none', otp: '000000' }));
      responses.push(
        await workspace.control('/users?limit=2'),
        await workspace.control('/jwks.json'),
      );
    }
  }

  function expectStatuses(responses: readonly HttpResponse[], statuses: readonly number[]): void {
    const otherResponses = responses.filter(({ status }) => !statuses.includes(status));
    expect(otherResponses.map(({ status, body }) => ({ status, body }))).toEqual([]);
  }

  it('that is reset repeatedly responds with the old or the new state, never with a 500', async () => {
    const workspace = await sandbox.workspace({ scenario: 'default' });
    const responses: HttpResponse[] = [];
    let resets = 0;
    const workers = Array.from({ length: WORKERS }, () =>
      sendRequestsUntil(() => resets >= MANY, workspace, responses),
    );
    while (resets < MANY) {
      expect(await workspace.control('/reset', { method: 'POST' })).toMatchObject({ status: 204 });
      resets += 1;
    }
    await Promise.all(workers);
    expectStatuses(responses, [200, 401, 409]);
    for (const { status, body } of responses) {
      if (status === 409) expect(body.code).toBe('workspaceReset');
    }
    await workspace.control('/reset', { method: 'POST' });
    expect(await listUsers(workspace)).toHaveLength(20);
  });

  it('that is deleted responds with its state or with 404', async () => {
    const workspace = await sandbox.workspace({ scenario: 'default' });
    const responses: HttpResponse[] = [];
    const isDeleted = () => responses.some(({ status }) => status === 404);
    const workers = Array.from({ length: WORKERS }, () =>
      sendRequestsUntil(isDeleted, workspace, responses),
    );
    const pendingRequest = workspace.control('/inbox?to=nobody%40example.test&wait=PT30S');

    // Waits for some load, by sending requests instead of sleeping.
    while (responses.length < 5 * WORKERS) await workspace.control('/clock');
    const path = `/sandbox/workspaces/${workspace.name}`;
    const deleted = await new ClientApp(sandbox.url).send(path, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    await Promise.all(workers);
    expectStatuses(responses, [200, 401, 404]);
    expect(countResponses(responses)).toHaveProperty('200');
    for (const { status, body } of responses) {
      if (status === 404) expect(body.code).toBe('workspaceUnknown');
    }
    expect(await pendingRequest).toMatchObject({ status: 404, body: { code: 'workspaceUnknown' } });
    expect(await workspace.client().start(toTypeIdentity(createWallet()))).toMatchObject({
      status: 404,
    });
  });

  it('created fifty times concurrently with the same name is created once', async () => {
    const { name: from } = await createEmptyWorkspace();
    const body = { name: 'created-concurrently', from };
    const responses = await runConcurrently(() =>
      new ClientApp(sandbox.url).send('/sandbox/workspaces', { body }),
    );
    expect(countResponses(responses)).toEqual({ '201': 1, '409 workspaceExists': MANY - 1 });
  });
});
