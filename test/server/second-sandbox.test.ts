import { describe, expect, it, onTestFinished } from 'vitest';

import { startTestSandbox } from '../control/sandbox.ts';
import { toNetworkIdentity, createWallet, TestWorkspace } from '../sandbox.ts';

/** Starts two sandboxes that share a store. */
async function startTwoSandboxes(): Promise<readonly [TestWorkspace, TestWorkspace]> {
  const first = await startTestSandbox();
  const second = await startTestSandbox({ store: first.store });
  onTestFinished(async () => {
    await second.close();
    await first.close();
  });
  return [new TestWorkspace(first.url, 'default'), new TestWorkspace(second.url, 'default')];
}

describe('a second sandbox on the same store', () => {
  it('accepts the challenge, the user and the session of the first', async () => {
    const [sandbox1, sandbox2] = await startTwoSandboxes();
    const wallet = createWallet();
    const { body: started } = await sandbox1.client().start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(started.challenge);
    const signedIn = await sandbox2.client().authenticate(toNetworkIdentity(wallet), signature);
    expect(signedIn.status).toBe(200);
    const userRead = await sandbox1.client().readUser(signedIn.body.sessionJwt);
    expect(userRead.body.id).toBe(signedIn.body.userMask.id);
    expect((await sandbox1.control('/jwks.json')).body).toEqual(
      (await sandbox2.control('/jwks.json')).body,
    );
  });

  it('accepts each challenge and code only once across both sandboxes', async () => {
    const [sandbox1, sandbox2] = await startTwoSandboxes();
    const wallet = createWallet();
    const { body: started } = await sandbox1.client().start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(started.challenge);
    const responses = await Promise.all(
      [sandbox1, sandbox2].map((app) =>
        app.client().authenticate(toNetworkIdentity(wallet), signature),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);

    const { body: record } = await sandbox1.client().sendEmail('gina@example.test');
    const otp = await sandbox2.readLastCode('gina@example.test');
    const attempts = await Promise.all(
      [sandbox1, sandbox2].map((app) =>
        app.client().authenticateEmail({ emailId: record.emailId, otp }),
      ),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('shares messages, the clock and the counter of challenges with the first, so no challenge repeats', async () => {
    const [sandbox1, sandbox2] = await startTwoSandboxes();
    const pendingRequest = sandbox1.control('/inbox?to=finn@example.test&wait=PT10S');
    await sandbox2.client().sendEmail('finn@example.test');
    expect((await pendingRequest).body.items).toHaveLength(1);

    await sandbox2.advance('P1D');
    // The clock of a test sandbox starts at 2026-01-15T10:00:00.000Z.
    expect((await sandbox1.control('/clock')).body.now).toBe('2026-01-16T10:00:00.000Z');

    const wallet = createWallet();
    const challenges = await Promise.all(
      [sandbox1, sandbox2, sandbox1, sandbox2].map((app) =>
        app.client().start(toNetworkIdentity(wallet)),
      ),
    );
    expect(new Set(challenges.map(({ body }) => body.challenge)).size).toBe(4);
  });
});
