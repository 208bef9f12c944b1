import { beforeEach, describe, expect, it } from 'vitest';

import { createId, RITA, RITA_WALLET } from './people.ts';
import { START, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();
beforeEach(() => sandbox.send('POST', '/sandbox/reset'));

const rita = {
  id: RITA,
  key: 'rita',
  phoneNumber: '+12025550143',
  emailAddress: 'Rita@example.test',
  personalInformation: { firstName: 'Rita', lastName: 'Example' },
  kyc: { status: 'IN_REVIEW' },
  flags: [{ code: 'K1001', category: 'KYC Review' }],
  wallets: [{ address: RITA_WALLET, network: 'ETHEREUM', status: 'verified' }],
  linkedClients: ['wallet-app'],
  createTime: START,
  updateTime: START,
};

describe('readUser', () => {
  it.each([
    ['id', RITA],
    ['id in capitals', RITA.toUpperCase()],
    ['key', 'rita'],
    ['phone number', '%2B12025550143'],
    ['phone number with an unencoded +', '+12025550143'],
    ['email address in any case', 'rita@EXAMPLE.test'],
    ['email address, percent-encoded', 'rita%40example.test'],
    ['wallet address', RITA_WALLET],
    ['wallet address in lower case', RITA_WALLET.toLowerCase()],
  ])('finds a user by %s', async (_name, ref) => {
    const { status, body } = await sandbox.send('GET', `/sandbox/users/${ref}`);
    expect(status).toBe(200);
    expect(body).toMatchObject(rita);
  });

  it('shows every field of a user without state', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/users/newcomer');
    expect(body).toEqual({
      id: createId(2),
      key: 'newcomer',
      phoneNumber: null,
      emailAddress: null,
      personalInformation: {},
      kyc: null,
      flags: [],
      wallets: [],
      transactions: [],
      linkedClients: [],
      createTime: START,
      updateTime: START,
    });
  });

  it.each(['nobody', '%2B12025550199', createId(99), `0x${'0'.repeat(40)}`, '%F0%9F%8F%B4'])(
    'returns 404 for %s',
    async (ref) => {
      const { status, body } = await sandbox.send('GET', `/sandbox/users/${ref}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'userUnknown', details: [{ pointer: '/path/ref' }] });
    },
  );
});

describe('listUsers', () => {
  it('lists all users in the order of the scenario', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/users');
    expect(body.items.map((user: { key: string }) => user.key)).toEqual([
      'rita',
      'newcomer',
      'fraudster',
      'unlucky',
    ]);
    expect(body.nextCursor).toBeNull();
  });

  it('returns an empty page after the last user', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/users?cursor=999');
    expect(body).toEqual({ items: [], nextCursor: null });
  });
});

describe('updateUser', () => {
  const update = (ref: string, body: unknown) =>
    sandbox.send('PATCH', `/sandbox/users/${ref}`, body);

  it('changes KYC status and flags together', async () => {
    const { status, body } = await update('rita', {
      kycStatus: 'DECLINED',
      addFlags: ['K1002', 'F1001'],
      removeFlags: ['K1001'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kyc: { status: 'DECLINED' },
      flags: [
        { code: 'K1002', category: 'KYC Review' },
        { code: 'F1001', category: 'Fraud' },
      ],
    });
    expect((await sandbox.send('GET', '/sandbox/users/rita')).body).toEqual(body);
  });

  it('shows F0000 without a category (§2.7)', async () => {
    const { body } = await update('newcomer', { addFlags: ['F0000'] });
    expect(body.flags).toEqual([{ code: 'F0000', category: null }]);
  });

  it('updates updateTime only if something changes', async () => {
    sandbox.clock.advance(1000);
    expect((await update('rita', { addFlags: ['K1001'] })).body.updateTime).toBe(START);
    const { body } = await update('rita', { addFlags: ['K1002'] });
    expect(body.updateTime).not.toBe(START);
  });

  it('accepts the current KYC status, which needs no transition, without effect', async () => {
    const dialect = { version: 1, values: { kyc: { transitions: { IN_REVIEW: ['APPROVED'] } } } };
    const scenario = { name: 'one', users: [{ key: 'ada', kyc: { status: 'APPROVED' } }] };
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'w1', dialect, scenario });
    const path = '/w/w1/sandbox/users/ada';
    const before = (await sandbox.send('GET', path)).body;
    const { status, body } = await sandbox.send('PATCH', path, { kycStatus: 'APPROVED' });
    expect([status, body]).toEqual([200, before]);
    expect((await sandbox.send('PATCH', path, { kycStatus: 'DECLINED' })).status).toBe(409);
  });

  it('rejects a Transaction Processing flag without a failed transaction (§3.3), and changes nothing', async () => {
    const { status, body } = await update('newcomer', {
      kycStatus: 'APPROVED',
      addFlags: ['K1001', 'T1001'],
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'illegalState',
      details: [{ pointer: '/body/addFlags/1', rule: 'flag-without-failure', clause: '3.3' }],
    });
    expect(body.message).toMatch(/First settle a transaction .* or return one\. \(§3\.3\)$/);
    const { body: user } = await sandbox.send('GET', '/sandbox/users/newcomer');
    expect(user).toMatchObject({ kyc: null, flags: [] });
  });

  it('rejects removing the flag of a FAILED transaction (§7.5)', async () => {
    const { status, body } = await update('unlucky', { removeFlags: ['T1001'] });
    expect(status).toBe(409);
    expect(body.message).toMatch(
      /Keep the flag, or add another .* in the same request\. \(§7\.5\)$/,
    );
    const details = [
      expect.objectContaining({
        pointer: '/body/removeFlags',
        rule: 'failed-without-flag',
        clause: '7.5',
      }),
    ];
    expect(body.details).toEqual(details);
    const { body: second } = await sandbox.send('POST', '/sandbox/users/unlucky/transactions', {});
    await sandbox.send('POST', `/sandbox/transactions/${second.id}:settle`, { outcome: 'failure' });
    const ofTwoTransactions = await update('unlucky', { removeFlags: ['T1001'] });
    expect(ofTwoTransactions.body.details).toEqual(details);
    const replaceResponse = await update('unlucky', {
      addFlags: ['T1002'],
      removeFlags: ['T1001'],
    });
    expect(replaceResponse.status).toBe(200);
  });

  it('rejects a code that is not in the catalogue, and suggests a similar one', async () => {
    const { status, body } = await update('rita', { addFlags: ['K1001', 'K1O02'] });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'flagUnknown',
      message: 'Unknown flag "K1O02": not in the flag catalogue of the dialect.',
      details: [
        {
          pointer: '/body/addFlags/1',
          message: 'did you mean K1002?',
          rule: 'unknown-flag',
          clause: '2.7',
        },
      ],
    });
  });

  it('rejects adding and removing the same flag', async () => {
    const { status, body } = await update('rita', { addFlags: ['K1001'], removeFlags: ['K1001'] });
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe('/body/removeFlags/0');
  });
});

describe('submitKyc', () => {
  const submit = (ref: string, body?: unknown) =>
    sandbox.send('POST', `/sandbox/users/${ref}:submitKyc`, body);

  it('approves by default', async () => {
    expect((await submit('newcomer')).body.kyc).toEqual({ status: 'APPROVED' });
    expect((await submit('%2B12025550143', {})).body.kyc).toEqual({ status: 'APPROVED' });
  });

  it('sets the requested outcome and its flags', async () => {
    const { body } = await submit('newcomer', { outcome: 'IN_REVIEW', flags: ['K1001'] });
    expect(body).toMatchObject({ kyc: { status: 'IN_REVIEW' }, flags: [{ code: 'K1001' }] });
  });

  it('is rejected for a user with a Fraud flag (§7.4)', async () => {
    const { status, body } = await submit('fraudster');
    expect(status).toBe(409);
    expect(body.details).toMatchObject([
      { pointer: '/path/ref', rule: 'fraud-restricts-writes', clause: '7.4' },
    ]);
  });

  it('can set a Fraud flag', async () => {
    const { status } = await submit('newcomer', { outcome: 'DECLINED', flags: ['F1001'] });
    expect(status).toBe(200);
    expect((await submit('newcomer')).status).toBe(409);
  });

  it('rejects an illegal or unknown flag and names it', async () => {
    const illegalFlagResponse = await submit('newcomer', { flags: ['K1001', 'T1001'] });
    expect(illegalFlagResponse.status).toBe(409);
    expect(illegalFlagResponse.body.details[0]).toMatchObject({
      pointer: '/body/flags/1',
      clause: '3.3',
    });
    const unknownFlagResponse = await submit('newcomer', { flags: ['X'] });
    expect(unknownFlagResponse.status).toBe(400);
    expect(unknownFlagResponse.body.details[0].pointer).toBe('/body/flags/0');
  });
});
