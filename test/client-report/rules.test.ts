import { describe, expect, it } from 'vitest';
import { clientRules } from '../../src/contract/client-rules.gen.ts';
import { toNetworkIdentity, createWallet } from '../sandbox.ts';
import { useObservedWorkspaces, type ObservedWorkspace } from './observed-workspace.ts';
import { tracePairs } from './traces.ts';

const createWorkspace = useObservedWorkspaces();

describe.each(clientRules)('§$clause $title ($id)', ({ id, clause, title, fix }) => {
  it('is reported for a client that violates the rule', async () => {
    const violating = await createWorkspace();
    await tracePairs[id].violating(violating);
    const { mistakes } = await violating.report();
    const found = mistakes.find(({ rule }) => rule === id);
    expect(found, JSON.stringify(mistakes)).toMatchObject({ clause, title, hint: fix });

    const { body: journal } = await violating.workspace.control('/journal?limit=1000');
    const ids = journal.items.map((entry: { id: string }) => entry.id);
    expect(found?.entries).not.toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(found?.entries ?? []));
  });

  it('is not reported for a similar but correct client', async () => {
    const correct = await createWorkspace(tracePairs[id].dialect);
    await tracePairs[id].correct(correct);
    expect(await correct.listViolatedRules()).toEqual([]);
  });
});

it('names an unknown field for which a request was rejected', async () => {
  const violating = await createWorkspace();
  const { status } = await violating.app.post('/v1/auth/cryptoWallet:start', {
    ...toNetworkIdentity(createWallet()),
    foo: 1,
  });
  expect(status).toBe(400);
  expect((await violating.report()).mistakes).toMatchObject([
    {
      rule: 'fields-wrong',
      clause: '4',
      message: expect.stringContaining('/body/foo is an unknown field'),
    },
  ]);
});

it('names the request whose URL contains a secret', async () => {
  const violating = await createWorkspace();
  await violating.app.post('/v1/auth/otp/email:send?secret=wallet-app-secret', {});
  expect((await violating.report()).mistakes).toContainEqual(
    expect.objectContaining({
      message: 'POST /v1/auth/otp/email:send has a client secret in its URL.',
    }),
  );
});

describe('a request that follows a 429 at once', () => {
  /** Makes the next startWalletAuth requests return 429. */
  const limitStarts = (observed: ObservedWorkspace, times: number) =>
    observed.setFault({ match: { operation: 'startWalletAuth' }, effect: { status: 429 }, times });

  it('is reported for a client that sends one request after the other', async () => {
    const observed = await createWorkspace();
    await limitStarts(observed, 1);
    const wallet = toNetworkIdentity(createWallet());
    expect((await observed.app.start(wallet)).status).toBe(429);
    // Node alternates between two connections: one of these requests uses the connection of the 429.
    for (const _ of [1, 2]) expect((await observed.app.start(wallet)).status).toBe(200);
    expect(await observed.listViolatedRules()).toEqual(['retry-after-ignored']);
  });

  it('is not reported for a client that sends requests in parallel', async () => {
    const observed = await createWorkspace();
    await limitStarts(observed, 8);
    const wallet = toNetworkIdentity(createWallet());
    const start = async () => (await observed.app.start(wallet)).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, start));
    expect(new Set(statuses)).toEqual(new Set([429]));
    // To the sandbox, the next two requests look as if the client had created them before the first 429, and
    // they had then waited for a free connection.
    for (const _ of [1, 2]) expect(await start()).toBe(200);
    expect(await observed.listViolatedRules()).toEqual([]);
  });
});

it('two simultaneous requests with one challenge are a reuse', async () => {
  const observed = await createWorkspace();
  const wallet = createWallet();
  const { body } = await observed.app.start(toNetworkIdentity(wallet));
  const signature = await wallet.signMessage(body.challenge);
  const signIn = () => observed.app.authenticate(toNetworkIdentity(wallet), signature);
  const responses = await Promise.all([signIn(), signIn()]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  // The client also does not read the user after the sign-in.
  expect(await observed.listViolatedRules()).toEqual(['challenge-reused', 'user-not-read']);
});

describe.each(['truncate', 'malformed'])(
  'a sign-in whose response has the fault %s',
  (connection) => {
    it.each(['authenticateWallet', 'authenticateEmailOtp'])(
      'requires no user read, and the client can repeat it once: %s',
      async (operation) => {
        const observed = await createWorkspace();
        const wallet = createWallet();
        const { body } = await observed.app.start(toNetworkIdentity(wallet));
        const signature = await wallet.signMessage(body.challenge);
        const email = await observed.sendEmail('rita@example.test');
        const send = () =>
          operation === 'authenticateWallet'
            ? observed.app.authenticate(toNetworkIdentity(wallet), signature)
            : observed.app.authenticateEmail(email);
        await observed.setFault({ match: { operation }, effect: { connection }, times: 1 });
        await send().catch(() => {});
        // The sandbox has used the challenge or code for the response that the client could not read.
        expect((await send()).status).toBe(401);
        expect(await observed.listViolatedRules()).toEqual([]);
        expect((await send()).status).toBe(401);
        expect(await observed.listViolatedRules()).not.toEqual([]);
      },
    );
  },
);

describe('a session in a cookie', () => {
  const sentIn = { cookie: 'session' };

  /** Sends an SMS with a session, and also with an access token if one is given. */
  async function sendSms(observed: ObservedWorkspace, session: string, accessToken?: string) {
    const { status } = await observed.app.send('/v1/auth/otp/sms:send', {
      body: { phoneNumber: '+12025550143' },
      headers: {
        cookie: `session=${session}`,
        authorization: accessToken && `Bearer ${accessToken}`,
      },
    });
    return status;
  }

  it('is accepted as the bearer token of an SMS send', async () => {
    const observed = await createWorkspace({ session: { sentIn } });
    const { session } = await signInWithCookie(observed);
    expect(await sendSms(observed, session)).toBe(200);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is not accepted as the bearer token if the deployment accepts only the access token', async () => {
    const observed = await createWorkspace({
      session: { sentIn },
      bearer: { accepts: ['client'] },
    });
    const { session } = await signInWithCookie(observed);
    expect(await sendSms(observed, session, 'first-guess')).toBe(401);
    expect(await observed.listViolatedRules()).toEqual(['sms-bearer-wrong']);
    observed.wait(1000);
    // The session is the same, but the rejected token was the guess: `rejected-token-reused` is not violated.
    expect(await sendSms(observed, session, 'second-guess')).toBe(401);
    expect(await observed.listViolatedRules()).toEqual(['sms-bearer-wrong']);
  });

  it('identifies the client that must wait after a 429', async () => {
    const observed = await createWorkspace({ session: { sentIn } });
    const limited = await signInWithCookie(observed);
    const unlimited = await signInWithCookie(observed);
    const match = { operation: 'getUser' };
    await observed.setFault({ match, effect: { status: 429 }, times: 1 });
    expect(await limited.readUser()).toBe(429);
    for (const _ of [1, 2]) expect(await unlimited.readUser()).toBe(200);
    expect(await observed.listViolatedRules()).toEqual([]);
    for (const _ of [1, 2]) expect(await limited.readUser()).toBe(200);
    expect(await observed.listViolatedRules()).toEqual(['retry-after-ignored']);
  });

  async function signInWithCookie(observed: ObservedWorkspace) {
    const { session } = await observed.signIn();
    const readUser = async () =>
      (await observed.app.send('/user', { headers: { cookie: `session=${session}` } })).status;
    expect(await readUser()).toBe(200);
    return { session, readUser };
  }
});

describe('the rules of the client report', () => {
  it('have clauses of the interface and unique ids', () => {
    expect(new Set(clientRules.map(({ id }) => id)).size).toBe(clientRules.length);
    for (const { clause } of clientRules) expect(clause).toMatch(/^[2-9](\.\d)?$/);
  });

  it('are each violated by a careless client', { timeout: 30_000 }, async () => {
    const violating = await createWorkspace();
    for (const { id } of clientRules) await tracePairs[id].violating(violating);
    expect(await violating.listViolatedRules()).toEqual(clientRules.map(({ id }) => id));
  });
});
