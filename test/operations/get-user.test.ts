import { describe, expect, it } from 'vitest';

import { createWallet, toNetworkIdentity, useSandbox, type TestWorkspace } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

/** Creates a workspace with one user, who can sign in by email. */
function createWorkspace(fields: object = {}) {
  const user = { key: 'rita', emailAddress: 'rita@example.test', ...fields };
  return sandbox.workspace({ scenario: { name: 'test', users: [user] } as object });
}

async function signIn(workspace: TestWorkspace, clientId = 'wallet-app') {
  const app = workspace.client(clientId);
  const response = await workspace.signInByEmail('rita@example.test', app);
  return { app, response, session: response.body.sessionJwt as string };
}

/** Signs in with a test wallet. */
async function signInWithWallet(workspace: TestWorkspace, index: number) {
  const { body } = await workspace.control('/wallets');
  const walletAddress: string = body.items[index].address;
  const app = workspace.client();
  const fields = { walletAddress, walletNetwork: 'ETHEREUM' };
  const { body: started } = await app.start(fields);
  const signed = await workspace.control(`/wallets/${walletAddress}:sign`, {
    body: { message: started.challenge },
  });
  return app.authenticate(fields, signed.body.signature);
}

describe('§4.8 getUser', () => {
  it('returns the user that the id names, even with the session of another user', async () => {
    const users = ['rita', 'hugo'].map((key) => ({ key, emailAddress: `${key}@example.test` }));
    const workspace = await sandbox.workspace({
      scenario: { name: 'test', users } as object,
      dialect: {
        user: { identifiedBy: { query: 'userId' } },
        bearer: { requiredOn: ['sendSmsOtp', 'getUser'] },
      },
    });
    const { app, session } = await signIn(workspace);
    const hugo = await workspace.readUser('hugo');
    const { body } = await app.send(`/user?userId=${hugo.body.id}`, {
      headers: { authorization: `Bearer ${session}` },
    });
    expect(body.emailMask).toBe('h***@example.test');
  });
});

describe('§7 flags', () => {
  it('§7.4: a user with a Fraud flag can sign in and read, but writes are rejected without effect', async () => {
    const workspace = await createWorkspace({
      flags: ['F1001'],
      wallets: [
        { wallet: 0, status: 'verified' },
        { wallet: 1, status: 'unverified' },
      ],
    });
    const { app, response, session } = await signIn(workspace);
    expect(response.status).toBe(200);
    const before = (await app.readUser(session)).body;

    const refusal = { status: 403, body: { code: 'flagRestricts' } };
    expect(await app.addWallet(toNetworkIdentity(createWallet()), session)).toMatchObject(refusal);
    // A sign-in with the unverified wallet would verify it.
    expect(await signInWithWallet(workspace, 1)).toMatchObject(refusal);
    for (const path of ['/users/rita:submitKyc', '/users/rita/transactions']) {
      expect((await workspace.control(path, { body: {} })).status).toBe(409);
    }
    expect((await app.readUser(session)).body).toEqual(before);
    expect((await signInWithWallet(workspace, 0)).status).toBe(200);
  });

  it('§7.4: no other flag restricts writes', async () => {
    const workspace = await createWorkspace({
      flags: ['F0000', 'K1001'],
      kyc: { status: 'IN_REVIEW' },
    });
    const { app, session } = await signIn(workspace);
    expect((await app.addWallet(toNetworkIdentity(createWallet()), session)).status).toBe(200);
  });
});

describe('§5.6 account linking', () => {
  it('gives a second client the same user and KYC status', async () => {
    const workspace = await createWorkspace({ kyc: { status: 'APPROVED' } });
    const first = await signIn(workspace, 'wallet-app');
    const second = await signIn(workspace, 'exchange-app');
    const { body: firstUser } = await first.app.readUser(first.session);
    const { body: secondUser } = await second.app.readUser(second.session);
    expect(secondUser).toEqual({ ...firstUser, updateTime: secondUser.updateTime });
    expect(secondUser.kyc).toEqual({ status: 'APPROVED' });
    const { body: account } = await workspace.readUser('rita');
    expect(account.linkedClients).toEqual(['wallet-app', 'exchange-app']);
  });
});

describe('§5.8 a session token that the dialect expects in a header or cookie', () => {
  it.each([
    [{ header: 'Session-Jwt' }, 'session-jwt', 'x', '/headers/session-jwt'],
    [{ cookie: 'session' }, 'cookie', 'session=x', '/headers/cookie'],
  ])(
    'is named by the pointer of the error if it is missing or invalid: %j',
    async (sentIn, name, value, pointer) => {
      const workspace = await sandbox.workspace({ dialect: { session: { sentIn } } });
      const app = workspace.client();
      const details = [{ pointer, message: 'must be a valid session token' }];
      for (const headers of [{}, { [name]: value }]) {
        const { status, body } = await app.send('/user', { headers });
        expect(status).toBe(401);
        expect(body).toMatchObject({ code: 'bearer', details });
      }
    },
  );

  it.each(['invalid', 'valid'])(
    'is ignored by an operation that only accepts an access token: %s',
    async (kind) => {
      const workspace = await sandbox.workspace({
        scenario: { name: 'test', users: [{ key: 'rita', emailAddress: 'rita@example.test' }] },
        dialect: { session: { sentIn: { cookie: 'session' } }, bearer: { accepts: ['client'] } },
      });
      const { app, session } = await signIn(workspace);
      const { status } = await app.send('/v1/auth/otp/sms:send', {
        body: { phoneNumber: '+12025550143' },
        headers: {
          authorization: `Bearer ${app.accessToken}`,
          cookie: `session=${kind === 'valid' ? session : 'x'}`,
        },
      });
      expect(status).toBe(200);
    },
  );

  it('is named by the pointer of the error if the operation accepts no access token', async () => {
    const workspace = await sandbox.workspace({
      dialect: {
        session: { sentIn: { header: 'Session-Jwt' } },
        bearer: { accepts: ['session'] },
      },
    });
    const { status, body } = await workspace.client().sendSms('+12025550143');
    expect(status).toBe(401);
    expect(body).toMatchObject({
      code: 'bearer',
      message: 'The session token of a user is required.',
      details: [{ pointer: '/headers/session-jwt', message: 'must be a valid session token' }],
    });
  });
});
