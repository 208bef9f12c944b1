/** A client application written from the interface uses the built command; imports nothing of src. */
import { HDNodeWallet, Wallet } from 'ethers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { spawnSandbox } from './spawned-sandbox.ts';
import type { SpawnedSandbox } from './spawned-sandbox.ts';

let sandbox: SpawnedSandbox;

beforeAll(async () => {
  sandbox = await spawnSandbox();
});

afterAll(async () => {
  expect(await sandbox.stop()).toBe(0);
});

// Responses have no type before they are checked.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

interface SendOptions {
  readonly body?: object;
  readonly bearer?: string;
  readonly clientId?: string;
}

/** §5.1: sends a request with the id and the secret of a client. */
async function request(
  method: string,
  path: string,
  { body, bearer, clientId = 'wallet-app' }: SendOptions,
): Promise<{ readonly status: number; readonly body: Json }> {
  const client = sandbox.clients.find(({ id }) => id === clientId);
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      'service-client-id': clientId,
      'service-client-secret': client?.secret ?? '',
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends a request and expects success. Returns the body of the response. */
async function send(method: string, path: string, options: SendOptions = {}): Promise<Json> {
  const { status, body } = await request(method, path, options);
  expect([path, status, body]).toEqual([path, expect.toSatisfy(isSuccess), body]);
  return body;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

type Variant = { walletNetwork: 'ETHEREUM' | 'POLYGON' } | { walletType: 'EVM' };

/** §5.3 */
async function signIn(
  wallet: HDNodeWallet,
  variant: Variant = { walletNetwork: 'ETHEREUM' },
  clientId = 'wallet-app',
): Promise<Json> {
  const identity = { walletAddress: wallet.address, ...variant };
  const { challenge } = await send('POST', '/v1/auth/cryptoWallet:start', {
    body: identity,
    clientId,
  });
  expect(challenge).toMatch(/^.+[A-Za-z0-9_-]{32,}$/);
  const signature = await wallet.signMessage(challenge);
  return send('POST', '/v1/auth/cryptoWallet:authenticate', {
    body: { ...identity, signature },
    clientId,
  });
}

async function readLastCode(destination: string): Promise<string> {
  const query = `to=${encodeURIComponent(destination)}&wait=PT5S`;
  const { items } = await send('GET', `/sandbox/inbox?${query}`);
  return items.at(-1).code;
}

/** §5.4 */
async function signInBySms(phoneNumber: string, clientId = 'wallet-app'): Promise<Json> {
  const bearer = sandbox.clients.find(({ id }) => id === clientId)?.accessToken ?? '';
  const { phoneId, phoneMask } = await send('POST', '/v1/auth/otp/sms:send', {
    body: { phoneNumber },
    bearer,
    clientId,
  });
  expect(phoneMask).toMatch(new RegExp(`${phoneNumber.slice(-4)}$`));
  const body = { phoneId, otp: await readLastCode(phoneNumber) };
  return send('POST', '/v1/auth/otp/sms:authenticate', { body, clientId });
}

/** §5.5 */
async function signInByEmail(emailAddress: string, clientId = 'wallet-app'): Promise<Json> {
  const { emailId, emailMask } = await send('POST', '/v1/auth/otp/email:send', {
    body: { emailAddress },
    clientId,
  });
  expect(emailMask).toContain('*');
  const body = { emailId, otp: await readLastCode(emailAddress) };
  return send('POST', '/v1/auth/otp/email:authenticate', { body, clientId });
}

function readUser({ sessionJwt }: Json, clientId = 'wallet-app'): Promise<Json> {
  return send('GET', '/user', { bearer: sessionJwt, clientId });
}

/** Returns a wallet of the well-known test mnemonic, which the users of the scenario have. */
function getTestWallet(index: number): HDNodeWallet {
  const mnemonic = 'test test test test test test test test test test test junk';
  return HDNodeWallet.fromPhrase(mnemonic, undefined, `m/44'/60'/0'/0/${index}`);
}

describe('the output of flagbearer when it listens', () => {
  it('contains the URL, the scenario, a seed and the clients', () => {
    expect(sandbox).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      scenario: 'default',
      seed: expect.any(Number),
    });
    expect(sandbox.clients.map(({ id }) => id)).toEqual(['wallet-app', 'exchange-app']);
  });
});

describe('§5.3 signing in with a wallet', () => {
  it.each<[string, Variant]>([
    ['walletNetwork ETHEREUM', { walletNetwork: 'ETHEREUM' }],
    ['walletNetwork POLYGON', { walletNetwork: 'POLYGON' }],
    ['walletType EVM', { walletType: 'EVM' }],
  ])('creates a user with a verified wallet: %s', async (_, variant) => {
    const wallet = Wallet.createRandom();
    const session = await signIn(wallet, variant);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(session.userMask).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      createTime: timestamp,
      updateTime: timestamp,
      preferredMfaMethod: 'OTP_SMS',
    });
    const user = await readUser(session);
    expect(user).toMatchObject({
      id: session.userMask.id,
      flags: [],
      wallets: [{ walletAddress: wallet.address, ...variant, status: 'verified' }],
      transactions: [],
    });
  });

  it('returns a session that the JWKS verifies', async () => {
    const session = await signIn(Wallet.createRandom());
    const jwks = createRemoteJWKSet(new URL(`${sandbox.url}/sandbox/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(session.sessionJwt, jwks);
    expect(payload.sub).toBe(session.userMask.id);
    expect(protectedHeader.alg).toBe('ES256');
    const [header, claims, signature = ''] = session.sessionJwt.split('.');
    const changedSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    await expect(jwtVerify(`${header}.${claims}.${changedSignature}`, jwks)).rejects.toThrow(
      'signature verification failed',
    );
  });
});

describe('§5.4, §5.5 signing in with a one-time password', () => {
  it('creates a user with the phone number', async () => {
    const session = await signInBySms('+12025550171');
    expect(session.userMask.phoneMask).toMatch(/0171$/);
    expect(await readUser(session)).toMatchObject({
      id: session.userMask.id,
      personalInformation: { phoneNumber: '+12025550171' },
    });
  });

  it('creates a user with the email address', async () => {
    const session = await signInByEmail('new.person@example.test');
    expect(await readUser(session)).toMatchObject({
      id: session.userMask.id,
      emailMask: expect.stringMatching(/^n.*@example\.test$/),
      personalInformation: { emailAddress: 'new.person@example.test' },
    });
  });
});

describe('§5.6 account linking', () => {
  it('gives a second client the same user with the KYC status, by wallet', async () => {
    const wallet = Wallet.createRandom();
    const { id } = (await signIn(wallet)).userMask;
    await send('POST', `/sandbox/users/${id}:submitKyc`, { body: {} });
    const session = await signIn(wallet, { walletType: 'EVM' }, 'exchange-app');
    expect(session.userMask.id).toBe(id);
    expect(await readUser(session, 'exchange-app')).toMatchObject({
      id,
      kyc: { status: 'APPROVED' },
    });
    const { linkedClients } = await send('GET', `/sandbox/users/${id}`);
    expect(linkedClients).toEqual(['wallet-app', 'exchange-app']);
  });

  it('gives a second client the same user, by SMS and by email', async () => {
    const { id } = (await signInBySms('+12025550172')).userMask;
    expect((await signInBySms('+12025550172', 'exchange-app')).userMask.id).toBe(id);
    const byEmail = await signInByEmail('link@example.test');
    const linked = await signInByEmail('Link@Example.test', 'exchange-app');
    expect(linked.userMask.id).toBe(byEmail.userMask.id);
  });

  it('signs the same scenario user in by wallet, phone and email', async () => {
    const sessions = [
      await signIn(getTestWallet(6)),
      await signInBySms('+12025550106', 'exchange-app'),
      await signInByEmail('gina@example.test'),
    ];
    expect(new Set(sessions.map(({ userMask }) => userMask.id)).size).toBe(1);
  });
});

describe('§3 a second wallet', () => {
  it('is unverified until the user authenticates it', async () => {
    const [first, second] = [Wallet.createRandom(), Wallet.createRandom()];
    const session = await signIn(first);
    const added = await send('POST', '/v1/auth/cryptoWallet:addToUser', {
      body: { walletAddress: second.address, walletNetwork: 'POLYGON' },
      bearer: session.sessionJwt,
    });
    expect(added).toEqual({});
    const readStatuses = async () => {
      const { wallets } = await readUser(session);
      return wallets.map(({ walletAddress, status }: Json) => [walletAddress, status]);
    };
    expect(await readStatuses()).toEqual([
      [first.address, 'verified'],
      [second.address, 'unverified'],
    ]);
    const secondSession = await signIn(second, { walletNetwork: 'POLYGON' });
    expect(secondSession.userMask.id).toBe(session.userMask.id);
    expect(await readStatuses()).toEqual([
      [first.address, 'verified'],
      [second.address, 'verified'],
    ]);
  });

  it('belongs to the last user of the client if there is no session', async () => {
    const [first, second] = [Wallet.createRandom(), Wallet.createRandom()];
    const session = await signIn(first);
    await send('POST', '/v1/auth/cryptoWallet:addToUser', {
      body: { walletAddress: second.address, walletType: 'EVM' },
    });
    expect((await readUser(session)).wallets).toHaveLength(2);
  });

  it('of a scenario user is verified by signing in with it', async () => {
    const { wallets } = await send('GET', '/sandbox/users/dan');
    expect(wallets).toMatchObject([{ status: 'unverified' }]);
    expect((await readUser(await signIn(getTestWallet(3)))).wallets).toMatchObject([
      { status: 'verified' },
    ]);
  });
});

describe('§2.7, §7 users of the scenario', () => {
  it.each([
    ['hugo', 7, 'IN_REVIEW', [{ code: 'K1001', category: 'KYC Review' }]],
    ['iris', 8, 'DECLINED', [{ code: 'K1002', category: 'KYC Review' }]],
    ['kira', 10, 'APPROVED', [{ code: 'F1001', category: 'Fraud' }]],
    ['liam', 11, 'DECLINED', [{ code: 'F1002', category: 'Fraud' }]],
    ['olga', 14, 'APPROVED', [{ code: 'T1001', category: 'Transaction Processing' }]],
    ['paul', 15, 'APPROVED', [{ code: 'T1002', category: 'Transaction Processing' }]],
  ])('gives %s, with wallet %i, KYC %s and its flag', async (key, index, status, flags) => {
    const user = await readUser(await signIn(getTestWallet(index)));
    expect(user).toMatchObject({
      kyc: { status },
      flags,
      personalInformation: { emailAddress: `${key}@example.test` },
    });
  });

  it('withholds personal information under F0000, but not transactions', async () => {
    const user = await readUser(await signIn(getTestWallet(9)));
    expect(user.flags).toEqual([{ code: 'F0000' }]);
    expect(user).not.toHaveProperty('personalInformation');
    expect(JSON.stringify(user)).not.toMatch(/Jack|jack@|5550109/);
    expect(user.transactions).toMatchObject([{ cryptoStatus: 'COMPLETE' }]);
  });

  it('lets a user with a Fraud flag sign in and read, and rejects a write', async () => {
    const session = await signIn(getTestWallet(10));
    const response = await request('POST', '/v1/auth/cryptoWallet:addToUser', {
      body: { walletAddress: Wallet.createRandom().address, walletType: 'EVM' },
      bearer: session.sessionJwt,
    });
    expect(response).toMatchObject({ status: 403, body: { code: 'flagRestricts' } });
    expect((await readUser(session)).wallets).toHaveLength(1);
  });

  it.each([
    ['PENDING', 12, 0],
    ['COMPLETE', 13, 1],
    ['FAILED', 14, 0],
  ])('gives a %s transaction of wallet %i %i hashes', async (cryptoStatus, index, hashes) => {
    const { transactions } = await readUser(await signIn(getTestWallet(index)));
    expect(transactions).toMatchObject([{ cryptoStatus }]);
    const withHash = transactions.filter(({ transactionHash }: Json) =>
      /^0x[0-9a-f]{64}$/.test(transactionHash ?? ''),
    );
    expect(withHash).toHaveLength(hashes);
  });
});

describe('§3 an ACH transaction', () => {
  async function createTransaction(): Promise<{ session: Json; id: string }> {
    const session = await signIn(Wallet.createRandom());
    const ref = session.userMask.id;
    await send('POST', `/sandbox/users/${ref}:submitKyc`, { body: { outcome: 'APPROVED' } });
    const created = await send('POST', `/sandbox/users/${ref}/transactions`, { body: {} });
    expect(created.cryptoStatus).toBe('PENDING');
    return { session, id: created.id };
  }

  function settle(id: string, outcome: 'success' | 'failure'): Promise<Json> {
    return send('POST', `/sandbox/transactions/${id}:settle`, { body: { outcome } });
  }

  it('that fails to settle sets a Transaction Processing flag', async () => {
    const { session, id } = await createTransaction();
    expect((await readUser(session)).flags).toEqual([]);
    await settle(id, 'failure');
    const user = await readUser(session);
    expect(user.transactions).toMatchObject([{ id, cryptoStatus: 'FAILED' }]);
    expect(user.transactions[0]).not.toHaveProperty('transactionHash');
    expect(user.flags).toMatchObject([{ category: 'Transaction Processing' }]);
  });

  it('that settles has a hash, and no flag unless the bank returns it', async () => {
    const { session, id } = await createTransaction();
    await settle(id, 'success');
    const settled = await readUser(session);
    expect(settled.flags).toEqual([]);
    expect(settled.transactions).toMatchObject([
      { id, cryptoStatus: 'COMPLETE', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    ]);
    await send('POST', `/sandbox/transactions/${id}:return`);
    const returned = await readUser(session);
    expect(returned.transactions).toMatchObject([{ id, cryptoStatus: 'COMPLETE' }]);
    expect(returned.flags).toMatchObject([{ category: 'Transaction Processing' }]);
  });

  it('of a scenario user settles by itself when it is due', async () => {
    const before = await readUser(await signIn(getTestWallet(17)));
    expect(before).toMatchObject({ flags: [], transactions: [{ cryptoStatus: 'PENDING' }] });
    await send('PATCH', '/sandbox/clock', { body: { advance: 'PT31S' } });
    const after = await readUser(await signIn(getTestWallet(17)));
    expect(after).toMatchObject({
      flags: [{ category: 'Transaction Processing' }],
      transactions: [{ cryptoStatus: 'FAILED' }],
    });
  });
});
