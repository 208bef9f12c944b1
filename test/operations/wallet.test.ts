import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';

import { toNetworkIdentity, toTypeIdentity, createWallet, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('§4.1 startWalletAuth', () => {
  it.each(['ETHEREUM', 'POLYGON'])('returns a challenge for walletNetwork %s', async (network) => {
    const app = (await sandbox.workspace()).client();
    const response = await app.start(toNetworkIdentity(createWallet(), network));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(response.body)).toEqual(['challenge']);
  });

  it('returns a challenge for walletType EVM', async () => {
    const app = (await sandbox.workspace()).client();
    expect((await app.start(toTypeIdentity(createWallet()))).status).toBe(200);
  });

  it('§2.3: returns a fixed phrase, then a long URL-safe string that never repeats', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const challenges = [];
    for (let count = 0; count < 20; count += 1) {
      challenges.push((await app.start(toNetworkIdentity(wallet))).body.challenge);
    }
    const randomParts = challenges.map(
      (challenge) => /^Sign this challenge to sign in: ([A-Za-z0-9_-]{43})$/.exec(challenge)?.[1],
    );
    expect(randomParts).not.toContain(undefined);
    expect(new Set(randomParts).size).toBe(20);
  });

  it('returns the same challenge for the same seed and workspace name, also after a reset', async () => {
    const identity = toNetworkIdentity(createWallet());
    const requestChallenges = async (seed: number) => {
      const workspace = await sandbox.workspace({ name: 'seeded', seed });
      const response = await workspace.client().start(identity);
      await workspace.control('/reset', { method: 'POST' });
      const responseAfterReset = await workspace.client().start(identity);
      await fetch(`${sandbox.url}/sandbox/workspaces/seeded`, { method: 'DELETE' });
      return [response.body.challenge, responseAfterReset.body.challenge];
    };
    const [challenge] = await requestChallenges(7);
    expect(await requestChallenges(7)).toEqual([challenge, challenge]);
    expect((await requestChallenges(8))[0]).not.toBe(challenge);
  });
});

describe('§4.2 authenticateWallet', () => {
  it('creates a user for a new wallet, and returns sessionJwt and userMask', async () => {
    const app = (await sandbox.workspace()).client();
    const { status, body } = await app.signIn(createWallet());
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['sessionJwt', 'userMask']);
    expect(body.userMask).toEqual({
      id: expect.stringMatching(UUID),
      createTime: expect.stringMatching(TIMESTAMP),
      updateTime: body.userMask.createTime,
      preferredMfaMethod: 'OTP_SMS',
    });
    expect(decodeProtectedHeader(body.sessionJwt)).toMatchObject({ alg: 'ES256' });
    const { sub, exp, iat } = decodeJwt(body.sessionJwt);
    expect(sub).toBe(body.userMask.id);
    expect((exp ?? 0) - (iat ?? 0)).toBe(3600);
  });

  it('signs the same user in again, with each variant and each network', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const { body } = await app.signIn(wallet);
    for (const fields of [
      toNetworkIdentity(wallet),
      toNetworkIdentity(wallet, 'POLYGON'),
      toTypeIdentity(wallet),
    ]) {
      const response = await app.signIn(wallet, fields);
      expect(response.body.userMask).toEqual(body.userMask);
    }
  });

  it('accepts a challenge started with one variant and authenticated with the other', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const { body } = await app.start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    expect((await app.authenticate(toTypeIdentity(wallet), signature)).status).toBe(200);
  });

  it('compares addresses case-insensitively, and returns the form that was sent last', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const firstSignIn = await app.signIn(wallet);
    const walletAddress = wallet.address.toLowerCase();
    const secondSignIn = await app.signIn(wallet, { walletAddress, walletNetwork: 'ETHEREUM' });
    expect(secondSignIn.body.userMask.id).toBe(firstSignIn.body.userMask.id);
    const { body: user } = await app.readUser(secondSignIn.body.sessionJwt);
    expect(user.wallets).toEqual([
      { walletAddress, walletNetwork: 'ETHEREUM', status: 'verified' },
    ]);
  });

  it('rejects a challenge that was used before', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const { body } = await app.start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    expect((await app.authenticate(toNetworkIdentity(wallet), signature)).status).toBe(200);
    const response = await app.authenticate(toNetworkIdentity(wallet), signature);
    expect([response.status, response.body.code]).toEqual([401, 'challengeUnknown']);
  });

  it('rejects a signature if no challenge was started', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const signature = await wallet.signMessage('hello');
    const response = await app.authenticate(toNetworkIdentity(wallet), signature);
    expect([response.status, response.body.code]).toEqual([401, 'challengeUnknown']);
  });

  it('rejects a challenge after five minutes', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const wallet = createWallet();
    await workspace.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { body } = await app.start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    await workspace.advance('PT5M');
    const response = await app.authenticate(toNetworkIdentity(wallet), signature);
    expect([response.status, response.body.code]).toEqual([401, 'challengeExpired']);
  });

  it('rejects a challenge that was replaced by another challenge', async () => {
    const app = (await sandbox.workspace()).client();
    const wallet = createWallet();
    const { body: firstStart } = await app.start(toNetworkIdentity(wallet));
    const { body: secondStart } = await app.start(toNetworkIdentity(wallet));
    const authenticate = async (challenge: string) =>
      app.authenticate(toNetworkIdentity(wallet), await wallet.signMessage(challenge));
    const rejection = await authenticate(firstStart.challenge);
    expect([rejection.status, rejection.body.code]).toEqual([401, 'signature']);
    expect((await authenticate(secondStart.challenge)).status).toBe(200);
  });

  it('rejects a challenge of another client', async () => {
    const workspace = await sandbox.workspace();
    const wallet = createWallet();
    const { body } = await workspace.client('wallet-app').start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(body.challenge);
    const response = await workspace
      .client('exchange-app')
      .authenticate(toNetworkIdentity(wallet), signature);
    expect([response.status, response.body.code]).toEqual([401, 'challengeUnknown']);
  });

  describe('rejects a signature', () => {
    const wallet = createWallet();
    const otherWallet = createWallet();

    it.each([
      ['of another wallet', (challenge: string) => otherWallet.signMessage(challenge)],
      ['of another message', (challenge: string) => wallet.signMessage(`${challenge} `)],
      [
        'that is truncated',
        async (challenge: string) => (await wallet.signMessage(challenge)).slice(0, -2),
      ],
      ['that is not hexadecimal', async () => `0x${'zz'.repeat(65)}`],
      ['that is garbage', async () => 'garbage'],
      [
        'with a bit flipped',
        async (challenge: string) => {
          const signature = await wallet.signMessage(challenge);
          const digit = (Number.parseInt(signature[10] ?? '0', 16) ^ 1).toString(16);
          return signature.slice(0, 10) + digit + signature.slice(11);
        },
      ],
    ])('%s', async (_, sign) => {
      const workspace = await sandbox.workspace();
      const app = workspace.client();
      const { body } = await app.start(toNetworkIdentity(wallet));
      const wrongSignature = await sign(body.challenge);
      const response = await app.authenticate(toNetworkIdentity(wallet), wrongSignature);
      expect([response.status, response.body.code]).toEqual([401, 'signature']);
      // Nothing was written, and the challenge is still valid.
      expect((await workspace.control('/users')).body.items).toEqual([]);
      const signature = await wallet.signMessage(body.challenge);
      expect((await app.authenticate(toNetworkIdentity(wallet), signature)).status).toBe(200);
    });

    it('of the challenge for another wallet', async () => {
      const app = (await sandbox.workspace()).client();
      const { body } = await app.start(toNetworkIdentity(otherWallet));
      await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      const response = await app.authenticate(toNetworkIdentity(wallet), signature);
      expect([response.status, response.body.code]).toEqual([401, 'signature']);
    });
  });
});

describe('§4.3 addWalletToUser', () => {
  async function signIn() {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const { body } = await app.signIn(createWallet());
    return { workspace, app, session: body.sessionJwt, id: body.userMask.id };
  }

  it('§3: adds the wallet as unverified; authenticating with it verifies it', async () => {
    const { app, session, id } = await signIn();
    const addedWallet = createWallet();
    const identity = toNetworkIdentity(addedWallet, 'POLYGON');
    const response = await app.addWallet(identity, session);
    expect([response.status, response.body]).toEqual([200, {}]);
    const readAddedWallets = async () => (await app.readUser(session)).body.wallets.slice(1);
    expect(await readAddedWallets()).toEqual([{ ...identity, status: 'unverified' }]);

    const { body } = await app.signIn(addedWallet, identity);
    expect(body.userMask.id).toBe(id);
    expect(await readAddedWallets()).toEqual([{ ...identity, status: 'verified' }]);
  });

  it('adds the wallet to the user of the session, not to the user who signed in last', async () => {
    const { app, session, id } = await signIn();
    await app.signIn(createWallet());
    const addedWallet = createWallet();
    await app.addWallet(toTypeIdentity(addedWallet), session);
    expect((await app.signIn(addedWallet)).body.userMask.id).toBe(id);
  });

  it('without a bearer token, adds the wallet to the last user who signed in with this client', async () => {
    const { app, workspace, id } = await signIn();
    await workspace.client('exchange-app').signIn(createWallet());
    const addedWallet = createWallet();
    expect((await app.addWallet(toNetworkIdentity(addedWallet))).status).toBe(200);
    expect((await app.signIn(addedWallet)).body.userMask.id).toBe(id);
  });

  it.each([
    ['authorization', '/headers/authorization'],
    [{ header: 'Session-Jwt' }, '/headers/session-jwt'],
    [{ cookie: 'session' }, '/headers/cookie'],
  ])(
    'requires the session if no user has signed in with the client: %j',
    async (sentIn, pointer) => {
      const workspace = await sandbox.workspace({ dialect: { session: { sentIn } } });
      await workspace.client().signIn(createWallet());
      const { status, body } = await workspace
        .client('exchange-app')
        .addWallet(toNetworkIdentity(createWallet()));
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'bearer', details: [{ pointer }] });
    },
  );

  it('changes nothing if the wallet already belongs to the user', async () => {
    const { app, session } = await signIn();
    const before = (await app.readUser(session)).body;
    const walletAddress = before.wallets[0].walletAddress.toLowerCase();
    const response = await app.addWallet({ walletAddress, walletType: 'EVM' }, session);
    expect([response.status, response.body]).toEqual([200, {}]);
    expect((await app.readUser(session)).body).toEqual(before);
  });

  it.each(['verified', 'unverified'])(
    'rejects a wallet that is %s for another user',
    async (status) => {
      const { app, session } = await signIn();
      const takenWallet = createWallet();
      if (status === 'verified') {
        await app.signIn(takenWallet);
      } else {
        const { body: otherUser } = await app.signIn(createWallet());
        await app.addWallet(toNetworkIdentity(takenWallet), otherUser.sessionJwt);
      }
      const response = await app.addWallet(toNetworkIdentity(takenWallet), session);
      expect([response.status, response.body.code]).toEqual([409, 'identityTaken']);
      expect((await app.readUser(session)).body.wallets).toHaveLength(1);
    },
  );

  it('§7.4: does not move a wallet away from a user with a Fraud flag', async () => {
    const workspace = await sandbox.workspace({ dialect: { wallet: { addOwned: 'accept' } } });
    const app = workspace.client();
    const wallet = createWallet();
    const { body: owner } = await app.signIn(wallet);
    const update = { method: 'PATCH', body: { addFlags: ['F1001'] } };
    expect((await workspace.control(`/users/${owner.userMask.id}`, update)).status).toBe(200);
    const { body: otherUser } = await app.signIn(createWallet());
    const response = await app.addWallet(toNetworkIdentity(wallet), otherUser.sessionJwt);
    expect([response.status, response.body.code]).toEqual([403, 'flagRestricts']);
    expect((await app.signIn(wallet)).body.userMask.id).toBe(owner.userMask.id);
  });
});
