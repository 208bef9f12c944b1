import { describe, expect, it } from 'vitest';
import { toNetworkIdentity, createWallet } from '../sandbox.ts';
import { useObservedWorkspaces, type ObservedWorkspace } from './observed-workspace.ts';

const createWorkspace = useObservedWorkspaces();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('§3, §4.8: the user read', () => {
  it('is required after a transaction failed automatically', async () => {
    const observed = await createWorkspace();
    const { userId, session } = await observed.signInAndRead();
    await observed.submitTransaction(userId, { after: 'PT30S', outcome: 'failure' });
    expect(await observed.listViolatedRules()).toEqual([]);
    observed.wait(MINUTE);
    expect(await observed.listViolatedRules()).toEqual(['failure-not-read']);
    await observed.app.readUser(session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is still required after a read with an unknown token', async () => {
    const observed = await createWorkspace();
    await observed.signIn();
    await observed.app.readUser('not.a.token');
    expect(await observed.listViolatedRules()).toContain('user-not-read');
  });

  it('is not required for changes before the sign-in or after the end of the session', async () => {
    const observed = await createWorkspace();
    // Olga's transaction has FAILED.
    const olga = await observed.signInAs('olga');
    // Every sign-in requires a user read; the earlier failure does not add `failure-not-read`.
    expect(await observed.listViolatedRules()).toEqual(['user-not-read']);
    await observed.app.readUser(olga.session);
    const { userId } = await observed.signInAndRead();
    await observed.submitTransaction(userId, { after: 'PT2H', outcome: 'failure' });
    observed.wait(3 * HOUR);
    await observed.submitKyc(userId);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is required after the next sign-in if a transaction failed after the end of the session', async () => {
    const observed = await createWorkspace();
    const { userId, wallet } = await observed.signInAndRead();
    const transaction = await observed.submitTransaction(userId);
    observed.wait(3 * HOUR);
    await observed.settle(transaction, 'failure');
    expect(await observed.listViolatedRules()).toEqual([]);
    const { session } = await observed.signIn(wallet);
    expect(await observed.listViolatedRules()).toEqual(['failure-not-read']);
    await observed.app.readUser(session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it.each<[string, (observed: ObservedWorkspace, userId: string) => Promise<unknown>, string]>([
    [
      'a KYC submission',
      (observed, userId) => observed.submitKyc(userId, 'IN_REVIEW'),
      'kyc-status-not-read',
    ],
    [
      'an automatic failure',
      (observed, userId) =>
        observed.submitTransaction(userId, { after: 'PT30S', outcome: 'failure' }),
      'failure-not-read',
    ],
  ])('after %s is still required after another sign-in', async (_, changeAccount, rule) => {
    const observed = await createWorkspace();
    const { userId, wallet } = await observed.signInAndRead();
    await changeAccount(observed, userId);
    observed.wait(MINUTE);
    const { session } = await observed.signIn(wallet);
    expect(await observed.listViolatedRules()).toEqual([rule]);
    await observed.app.readUser(session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is not required again after a read that fails with 503', async () => {
    const observed = await createWorkspace();
    const { session } = await observed.signIn();
    await observed.setFault({ match: { operation: 'getUser' }, effect: { status: 503 } });
    await observed.app.readUser(session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is required even if the clock is frozen', async () => {
    const observed = await createWorkspace();
    await observed.workspace.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { userId, session } = await observed.signInAndRead();
    await observed.submitKyc(userId, 'DECLINED');
    expect(await observed.listViolatedRules()).toEqual(['kyc-status-not-read']);
    await observed.app.readUser(session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is not required if the authentication returns no session', async () => {
    const observed = await createWorkspace({ otp: { email: { authenticateReturns: 'empty' } } });
    const attempt = await observed.sendEmail('finn@example.test');
    expect((await observed.app.authenticateEmail(attempt)).body).toEqual({});
    expect(await observed.listViolatedRules()).toEqual([]);
  });

  it('is required of the client that signed the user in last', async () => {
    const observed = await createWorkspace();
    const { wallet, userId } = await observed.signInAndRead();
    await observed.signInAndRead(wallet, observed.otherApp);
    await observed.submitKyc(userId);
    const { mistakes } = await observed.report();
    expect(mistakes).toMatchObject([
      { rule: 'kyc-status-not-read', clients: ['exchange-app'], count: 1 },
    ]);
    expect(mistakes[0]?.message).toContain(userId);
  });
});

describe('concurrent requests', () => {
  it('are not a mistake if a client sends them before it receives the first rejection', async () => {
    const observed = await createWorkspace();
    const { session, wallet } = await observed.signInAndRead();
    // The session has expired.
    observed.wait(2 * HOUR);
    await Promise.all([1, 2, 3].map(() => observed.app.readUser(session)));
    await observed.signInAndRead(wallet);

    // A Fraud flag restricts Kira.
    const kira = await observed.signInAs('kira');
    await Promise.all(
      [1, 2].map(() => observed.app.addWallet(toNetworkIdentity(createWallet()), kira.session)),
    );
    await observed.app.readUser(kira.session);
    expect(await observed.listViolatedRules()).toEqual([]);
  });
});
