import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { startSandbox } from 'flagbearer';

import { appOf } from '../src/linking.js';

let sandbox;
before(async () => {
  sandbox = await startSandbox({ clock: '2026-01-15T10:00:00Z' });
});
after(() => sandbox.close());

/** A workspace for as long as a test runs, and an app in it. */
async function workspaceFor(t, options) {
  const workspace = await sandbox.workspace(options);
  t.after(() => workspace.close());
  const app = (id) => appOf({ ...workspace.client(id), url: workspace.url });
  const code = (to) => async () => (await workspace.inbox.waitFor({ to })).code;
  return { workspace, app, code };
}

describe('account linking', { concurrency: true }, () => {
  it('lets a user of another app skip the onboarding', async (t) => {
    const { workspace, app, code } = await workspaceFor(t);
    const sara = await workspace.users.get('sara');
    assert.deepEqual(sara.linkedClients, ['exchange-app']);
    const { userId, screen } = await app('wallet-app').signIn(
      sara.phoneNumber,
      code(sara.phoneNumber),
    );
    assert.equal(userId, sara.id);
    assert.equal(screen, 'home');
    const linked = await workspace.users.get('sara');
    assert.deepEqual(linked.linkedClients.toSorted(), ['exchange-app', 'wallet-app']);
  });

  it('onboards who is new, once for all apps', async (t) => {
    const { workspace, app, code } = await workspaceFor(t, { scenario: 'empty' });
    const phone = '+12025550177';
    const first = await app('wallet-app').signIn(phone, code(phone));
    assert.equal(first.screen, 'onboarding');
    await workspace.users.submitKyc(phone);
    const second = await app('exchange-app').signIn(phone, code(phone));
    assert.deepEqual(second, { userId: first.userId, screen: 'home' });
  });

  it('waits for a review', async (t) => {
    const { workspace, app, code } = await workspaceFor(t);
    const hugo = await workspace.users.get('hugo');
    const { screen } = await app().signIn(hugo.phoneNumber, code(hugo.phoneNumber));
    assert.equal(screen, 'waiting');
  });

  it('shows restricted accounts as such', async (t) => {
    const { workspace, app, code } = await workspaceFor(t);
    const kira = await workspace.users.get('kira');
    const { screen } = await app().signIn(kira.phoneNumber, code(kira.phoneNumber));
    assert.equal(screen, 'restricted');
  });

  it('goes wrong with a code of before', async (t) => {
    const { workspace, app, code } = await workspaceFor(t);
    const { phoneNumber } = await workspace.users.get('eva');
    const tooLate = async () => {
      const old = await code(phoneNumber)();
      await workspace.clock.advance('PT10M');
      return old;
    };
    await assert.rejects(app().signIn(phoneNumber, tooLate), /answered 401/);
  });

  it('is the same in a fork', async (t) => {
    const { workspace, app, code } = await workspaceFor(t, { scenario: 'empty' });
    const phone = '+12025550178';
    const { userId } = await app().signIn(phone, code(phone));
    const fork = await workspace.fork();
    t.after(() => fork.close());
    const inFork = appOf({ ...fork.client('exchange-app'), url: fork.url });
    const again = await inFork.signIn(phone, async () => {
      return (await fork.inbox.waitFor({ to: phone })).code;
    });
    assert.equal(again.userId, userId);
    assert.deepEqual((await workspace.users.get(phone)).linkedClients, ['wallet-app']);
  });
});
