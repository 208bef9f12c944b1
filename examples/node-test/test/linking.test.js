import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { startSandbox } from 'flagbearer';

import { createApp } from '../src/linking.js';

let sandbox;
before(async () => {
  sandbox = await startSandbox({ clock: '2026-01-15T10:00:00Z' });
});
after(() => sandbox.close());

/** Creates a workspace for a test, a function that creates apps, and a function that reads codes. */
async function createWorkspace(t, options) {
  const workspace = await sandbox.workspace(options);
  t.after(() => workspace.close());
  const app = (id) => createApp({ ...workspace.client(id), url: workspace.url });
  const readCode = (to) => async () => (await workspace.inbox.waitFor({ to })).code;
  return { workspace, app, readCode };
}

describe('account linking', { concurrency: true }, () => {
  it('lets a user of another app skip the onboarding', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t);
    const sara = await workspace.users.get('sara');
    assert.deepEqual(sara.linkedClients, ['exchange-app']);
    const { userId, screen } = await app('wallet-app').signIn(
      sara.phoneNumber,
      readCode(sara.phoneNumber),
    );
    assert.equal(userId, sara.id);
    assert.equal(screen, 'home');
    const linked = await workspace.users.get('sara');
    assert.deepEqual(linked.linkedClients.toSorted(), ['exchange-app', 'wallet-app']);
  });

  it('onboards a new user once for all apps', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t, { scenario: 'empty' });
    const phone = '+12025550177';
    const first = await app('wallet-app').signIn(phone, readCode(phone));
    assert.equal(first.screen, 'onboarding');
    await workspace.users.submitKyc(phone);
    const second = await app('exchange-app').signIn(phone, readCode(phone));
    assert.deepEqual(second, { userId: first.userId, screen: 'home' });
  });

  it('shows the waiting screen during a KYC review', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t);
    const hugo = await workspace.users.get('hugo');
    const { screen } = await app().signIn(hugo.phoneNumber, readCode(hugo.phoneNumber));
    assert.equal(screen, 'waiting');
  });

  it('shows the restricted screen for a Fraud flag', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t);
    const kira = await workspace.users.get('kira');
    const { screen } = await app().signIn(kira.phoneNumber, readCode(kira.phoneNumber));
    assert.equal(screen, 'restricted');
  });

  it('fails with an expired code', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t);
    const { phoneNumber } = await workspace.users.get('eva');
    const readExpiredCode = async () => {
      const code = await readCode(phoneNumber)();
      await workspace.clock.advance('PT10M');
      return code;
    };
    await assert.rejects(app().signIn(phoneNumber, readExpiredCode), /status 401/);
  });

  it('finds the same user in a fork', async (t) => {
    const { workspace, app, readCode } = await createWorkspace(t, { scenario: 'empty' });
    const phone = '+12025550178';
    const { userId } = await app().signIn(phone, readCode(phone));
    const fork = await workspace.fork();
    t.after(() => fork.close());
    const forkedApp = createApp({ ...fork.client('exchange-app'), url: fork.url });
    const linked = await forkedApp.signIn(phone, async () => {
      return (await fork.inbox.waitFor({ to: phone })).code;
    });
    assert.equal(linked.userId, userId);
    assert.deepEqual((await workspace.users.get(phone)).linkedClients, ['wallet-app']);
  });
});
