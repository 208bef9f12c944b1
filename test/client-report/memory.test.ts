/** A report covers all requests of one workspace, including those that the journal has dropped. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestSandbox } from '../control/sandbox.ts';
import { TestWorkspace, toNetworkIdentity, createWallet } from '../sandbox.ts';
import { ObservedWorkspace, useObservedWorkspaces } from './observed-workspace.ts';

const createWorkspace = useObservedWorkspaces();

describe('a client report', () => {
  it('includes requests that the journal has dropped', async () => {
    const sandbox = await startTestSandbox({ journalLimit: 3 });
    onTestFinished(() => sandbox.close());
    const observed = new ObservedWorkspace(sandbox, new TestWorkspace(sandbox.url, 'default'));
    await observed.app.start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    await observed.signInAndRead();
    await observed.signInAndRead();
    const { body: journal } = await observed.workspace.control('/journal');
    expect(journal.items).toHaveLength(3);
    const { requests, mistakes, coverage } = await observed.report();
    // The rejected start, and start, authenticate and getUser of two sign-ins.
    expect(requests).toBe(1 + 2 * 3);
    expect(mistakes).toMatchObject([{ rule: 'network-unknown', count: 1 }]);
    expect(coverage.linking.seen).toEqual(['new user']);
  });

  it('is separate per workspace', async () => {
    const [careless, careful] = [await createWorkspace(), await createWorkspace()];
    await careless.app.start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    await careful.signInAndRead();
    expect(await careless.listViolatedRules()).toEqual(['network-unknown']);
    expect(await careful.listViolatedRules()).toEqual([]);
    expect(await careful.report()).toMatchObject({
      workspace: careful.workspace.name,
      requests: 3,
    });
  });

  it.each<[method: string, path: string, body?: object]>([
    ['POST', '/reset'],
    ['PUT', '/scenario', { name: 'empty' }],
    ['DELETE', '/journal'],
  ])('starts empty after %s %s', async (method, path, body) => {
    const observed = await createWorkspace();
    await observed.signIn();
    await observed.app.start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    expect(await observed.listViolatedRules()).toEqual(['network-unknown', 'user-not-read']);
    expect((await observed.workspace.control(path, { method, body })).status).toBeLessThan(300);
    const { requests, mistakes, coverage } = await observed.report();
    expect({ requests, mistakes, percent: coverage.percent }).toEqual({
      requests: 0,
      mistakes: [],
      percent: 0,
    });
  });

  it('lists the last 20 entries of a mistake, and counts all entries', async () => {
    const observed = await createWorkspace();
    for (let requests = 0; requests < 25; requests += 1) {
      await observed.app.start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    }
    const { mistakes } = await observed.report();
    expect(mistakes).toMatchObject([{ count: 25, clients: ['wallet-app'] }]);
    const { body: journal } = await observed.workspace.control('/journal?order=newest&limit=20');
    expect(mistakes[0]?.entries.toReversed()).toEqual(
      journal.items.map(({ id }: { id: string }) => id),
    );
  });

  it('contains no secrets', async () => {
    const observed = await createWorkspace();
    const { session } = await observed.signInAndRead();
    const { otp, emailId } = await observed.sendEmail('finn@example.test');
    const { app } = observed;
    await app.send(`/user?token=${session}`);
    await app.send(`/v1/auth/otp/email:authenticat/${otp}`);
    await app.send(`/v1/auth/cryptoWallet:start/wallet-app-secret`);
    await app.start(toNetworkIdentity(createWallet(), 'wallet-app-token'));
    await app.start(toNetworkIdentity(createWallet(), session));
    await app.authenticateEmail({ emailId: otp, otp: session });
    await app.authenticateEmail({ emailId, otp: '12' });
    const report = await observed.report();
    expect(report.mistakes.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['secret-in-url', 'path-unknown', 'network-unknown', 'fields-wrong']),
    );
    const text = JSON.stringify(report);
    for (const secret of [session, otp, 'wallet-app-secret', 'wallet-app-token']) {
      expect(text).not.toContain(secret);
    }
  });
});
