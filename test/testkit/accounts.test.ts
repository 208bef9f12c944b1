import { afterAll, describe, expect, it } from 'vitest';

import { ControlError, startSandbox } from '../../src/index.ts';
import { signIn } from './kit.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

describe('users', () => {
  it('are listed from all pages', async () => {
    await using workspace = await sandbox.workspace({
      scenario: { name: 'many', generate: { seed: 7, users: 1001 } },
    });
    const users = await workspace.users.list();
    expect(new Set(users.map(({ id }) => id)).size).toBe(1001);
  });

  it('are found by any identifier', async () => {
    await using workspace = await sandbox.workspace();
    const { users } = workspace;
    const gina = await users.get('gina');
    for (const ref of [gina.id, gina.phoneNumber!, gina.emailAddress!, gina.wallets[0]!.address]) {
      expect(await users.get(ref)).toEqual(gina);
    }
    await expect(users.get('nobody')).rejects.toMatchObject({ status: 404, code: 'userUnknown' });
  });

  it('are changed, and the app reads the changes', async () => {
    await using workspace = await sandbox.workspace();
    // Test wallet 6 belongs to Gina.
    const session = await signIn(workspace.client(), workspace.wallets.at(6));
    await workspace.users.patch('gina', { kycStatus: 'DECLINED', addFlags: ['K1002'] });
    const { data } = await session.GET('/user');
    expect(data?.kyc?.status).toBe('DECLINED');
    expect(data?.flags?.map(({ code }) => code)).toEqual(['K1002']);
    const expected = await workspace.users.expectations('gina', 'exchange-app');
    expect(expected.messages).toMatchObject([{ flag: 'K1002', messageKey: 'flags.K1002' }]);
  });

  it('submit KYC, unless they have a Fraud flag (§7.4)', async () => {
    await using workspace = await sandbox.workspace();
    const { users } = workspace;
    expect((await users.submitKyc('tom')).kyc).toEqual({ status: 'APPROVED' });
    const reviewed = await users.submitKyc('ada', { outcome: 'IN_REVIEW', flags: ['K1001'] });
    expect(reviewed).toMatchObject({ kyc: { status: 'IN_REVIEW' }, flags: [{ code: 'K1001' }] });
    const rejected = users.submitKyc('kira');
    await expect(rejected).rejects.toThrow(ControlError);
    await expect(rejected).rejects.toMatchObject({ status: 409, details: [{ clause: '7.4' }] });
  });
});

describe('transactions (§3)', () => {
  it('settle, fail and are returned', async () => {
    await using workspace = await sandbox.workspace();
    const { users, transactions } = workspace;
    const settled = await users.addTransaction('gina', { key: 'rent' });
    expect(settled).toMatchObject({ key: 'rent', cryptoStatus: 'PENDING' });
    expect(await transactions.settle(settled)).toMatchObject({ cryptoStatus: 'COMPLETE' });
    const failed = await users.addTransaction('gina');
    expect(await transactions.fail(failed.id, 'T1002')).toMatchObject({ cryptoStatus: 'FAILED' });
    expect((await users.get('gina')).flags.map(({ code }) => code)).toEqual(['T1002']);
    expect(await transactions.return(settled)).toMatchObject({
      cryptoStatus: 'COMPLETE',
      returned: true,
    });
    expect((await users.get('gina')).flags.map(({ code }) => code)).toEqual(['T1002', 'T1001']);
    await expect(transactions.settle(failed)).rejects.toThrow(
      'A transaction that is FAILED cannot be settled',
    );
  });

  it('settle automatically when they are due', async () => {
    await using workspace = await sandbox.workspace();
    const { users, clock } = workspace;
    await clock.freeze('2040-01-01T00:00:00Z');
    await users.addTransaction('gina', { settles: { after: 'PT30S', outcome: 'failure' } });
    const readStatus = async () => (await users.get('gina')).transactions.at(-1)?.cryptoStatus;
    expect(await clock.advance('PT29S')).toEqual({ now: '2040-01-01T00:00:29.000Z', frozen: true });
    expect(await readStatus()).toBe('PENDING');
    await clock.set(new Date('2040-01-01T00:00:30Z'));
    expect(await clock.now()).toBe('2040-01-01T00:00:30.000Z');
    expect(await readStatus()).toBe('FAILED');
    await expect(clock.set('2039-01-01T00:00:00Z')).rejects.toMatchObject({ status: 409 });
    await expect(clock.set(new Date('noon'))).rejects.toThrow('/body/now');
    expect(await clock.unfreeze()).toMatchObject({ frozen: false });
  });
});

describe('faults', () => {
  it('are set, added, listed and cleared', async () => {
    await using workspace = await sandbox.workspace();
    const { faults } = workspace;
    const session = await signIn(workspace.client(), workspace.wallets.create());
    const status = async () => (await session.GET('/user')).response.status;
    const match = { operation: 'getUser' } as const;
    await faults.set([{ id: 'first', match, effect: { status: 503 }, times: 1 }]);
    expect(await status()).toBe(503);
    await Promise.all([
      faults.add({ match, effect: { status: 502 }, times: 1 }),
      faults.add({ match, effect: { status: 500 }, times: 1 }),
    ]);
    expect((await faults.list()).map(({ id, hits }) => [id, hits])).toEqual([
      ['first', 1],
      ['fault-1', 0],
      ['fault-2', 0],
    ]);
    expect([await status(), await status()].sort()).toEqual([500, 502]);
    expect(await status()).toBe(200);
    await faults.clear();
    expect(await faults.list()).toEqual([]);
  });
});

describe('chaos', () => {
  it('is set by level or by options, and turned off', async () => {
    await using chaotic = await startSandbox({ chaos: 'high', seed: 1 });
    await using workspace = await chaotic.workspace();
    const { chaos } = workspace;
    expect((await chaos.get()).level).toBe('high');
    expect(await chaos.set({ level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 })).toEqual({
      level: 'high',
      kinds: ['rateLimit'],
      maxConsecutive: 1,
    });
    const readUser = () => workspace.client().GET('/user');
    const statuses = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await readUser()).response.status);
    // 401, because the requests have no session.
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await chaos.set('off')).level).toBe('off');
    expect((await readUser()).response.status).toBe(401);
  });
});
