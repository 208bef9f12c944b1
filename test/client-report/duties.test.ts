import { describe, expect, it } from 'vitest';
import { toNetworkIdentity, createWallet, useObservedWorkspaces } from './observed-workspace.ts';

const observed = useObservedWorkspaces();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('§3, §4.8: the required user read', () => {
  it('is required after a transaction failed automatically', async () => {
    const own = await observed();
    const { userId, session } = await own.signInAndRead();
    await own.submitTransaction(userId, { after: 'PT30S', outcome: 'failure' });
    expect(await own.listBrokenRules()).toEqual([]);
    own.wait(MINUTE);
    expect(await own.listBrokenRules()).toEqual(['failure-not-read']);
    await own.app.readUser(session);
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is not required for a failure before the sign-in or after the session', async () => {
    const own = await observed();
    // Olga's transaction has FAILED; Ruth's does in 30 seconds.
    const olga = await own.signInAs(14);
    await own.app.readUser(olga.session);
    const { userId } = await own.signInAndRead();
    await own.submitTransaction(userId, { after: 'PT2H', outcome: 'failure' });
    own.wait(3 * HOUR);
    await own.submitKyc(userId);
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is required of the next client that signs in after a failure', async () => {
    const own = await observed();
    const { userId, wallet } = await own.signInAndRead();
    const transaction = await own.submitTransaction(userId);
    own.wait(3 * HOUR);
    await own.settle(transaction, 'failure');
    expect(await own.listBrokenRules()).toEqual([]);
    const { session } = await own.signIn(wallet);
    expect(await own.listBrokenRules()).toEqual(['failure-not-read']);
    await own.app.readUser(session);
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is complete even if its response was lost', async () => {
    const own = await observed();
    const { session } = await own.signIn();
    await own.setFaults({ match: { operation: 'getUser' }, effect: { status: 503 } });
    await own.app.readUser(session);
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is reported on a frozen clock too', async () => {
    const own = await observed();
    await own.workspace.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { userId, session } = await own.signInAndRead();
    await own.submitKyc(userId, 'DECLINED');
    expect(await own.listBrokenRules()).toEqual(['kyc-status-not-read']);
    await own.app.readUser(session);
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is not required if the authentication returns no session', async () => {
    const own = await observed({ otp: { email: { authenticateReturns: 'empty' } } });
    const attempt = await own.sendEmail('finn@example.test');
    expect((await own.app.authenticateEmail(attempt)).body).toEqual({});
    expect(await own.listBrokenRules()).toEqual([]);
  });

  it('is required of the client that signed the user in last', async () => {
    const own = await observed();
    const { wallet, userId } = await own.signInAndRead();
    await own.signInAndRead(wallet, own.other);
    await own.submitKyc(userId);
    const { mistakes } = await own.report();
    expect(mistakes).toMatchObject([
      { rule: 'kyc-status-not-read', clients: ['exchange-app'], count: 1 },
    ]);
    expect(mistakes[0]?.message).toContain(userId);
  });
});

describe('concurrent requests', () => {
  it('are not judged by each other’s responses', async () => {
    const own = await observed();
    const { session, wallet } = await own.signInAndRead();
    own.wait(2 * HOUR);
    await Promise.all([1, 2, 3].map(() => own.app.readUser(session)));
    await own.signInAndRead(wallet);

    const kira = await own.signInAs(10);
    await Promise.all(
      [1, 2].map(() => own.app.addWallet(toNetworkIdentity(createWallet()), kira.session)),
    );
    await own.app.readUser(kira.session);
    expect(await own.listBrokenRules()).toEqual([]);
  });
});
