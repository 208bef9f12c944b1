import { describe, expect } from 'vitest';
import type { Workspace } from 'flagbearer';
import { createTest } from 'flagbearer/vitest';

import { accountScreen } from '../src/account-screen.ts';
import { serviceAt } from '../src/service.ts';
import { signInWithWallet } from '../src/sign-in.ts';

/** Each workspace has users of our own. */
const test = createTest({
  seed: 7,
  scenario: {
    name: 'our-users',
    users: [
      {
        key: 'rita',
        wallets: [{ wallet: 0, network: 'ETHEREUM', status: 'verified' }],
        personalInformation: { firstName: 'Rita', lastName: 'Example' },
        kyc: { status: 'APPROVED' },
      },
      {
        key: 'fred',
        wallets: [{ wallet: 1, network: 'ETHEREUM', status: 'verified' }],
        kyc: { status: 'DECLINED' },
        flags: ['F1001'],
      },
    ],
  },
});

/** Signs the owner of a test wallet in, and shows the screen as often as it is asked to. */
async function screenOf(workspace: Workspace, wallet = 0) {
  const service = serviceAt({ ...workspace.client(), url: workspace.url });
  const signIn = await signInWithWallet(service, workspace.wallets.at(wallet));
  if (signIn.outcome !== 'signedIn') throw new Error(signIn.message);
  return async () => accountScreen(await service.readUser(signIn.session));
}

describe('the account screen', () => {
  test('has nothing to say where nothing is wrong', async ({ workspace }) => {
    const show = await screenOf(workspace);
    expect(await show()).toEqual({
      messages: [],
      name: 'Rita Example',
      history: [],
      buttons: 'enabled',
      onboarding: 'skip',
    });
  });

  test('tells that documents are being checked', async ({ workspace }) => {
    const show = await screenOf(workspace);
    await workspace.users.patch('rita', { kycStatus: 'IN_REVIEW', addFlags: ['K1001'] });
    expect((await show()).messages).toEqual(['We are checking your documents.']);
  });

  test('tells when a payment fails, half a minute later', async ({ workspace }) => {
    const show = await screenOf(workspace);
    await workspace.users.addTransaction('rita', {
      settles: { after: 'PT30S', outcome: 'failure' },
    });
    expect(await show()).toMatchObject({ messages: [], history: ['on its way'] });
    await workspace.clock.advance('PT30S');
    expect(await show()).toMatchObject({
      messages: ['Your payment did not go through.'],
      history: ['failed'],
    });
  });

  test('tells when the bank returns a payment', async ({ workspace }) => {
    const show = await screenOf(workspace);
    const transaction = await workspace.users.addTransaction('rita');
    await workspace.transactions.settle(transaction);
    await workspace.transactions.return(transaction, 'T1002');
    expect(await show()).toMatchObject({
      messages: ['Your bank has returned a payment.'],
      history: ['done'],
    });
  });

  test('disables the buttons of a restricted account', async ({ workspace }) => {
    const show = await screenOf(workspace, 1);
    expect(await show()).toMatchObject({
      buttons: 'disabled',
      messages: [expect.stringContaining('restricted')],
    });
  });

  test('shows what the interface expects', async ({ workspace }) => {
    for (const [wallet, ref] of ['rita', 'fred'].entries()) {
      const screen = await (await screenOf(workspace, wallet))();
      const expected = await workspace.users.expectations(ref);
      expect(screen.messages).toHaveLength(expected.messages.length);
      expect(screen.buttons).toBe(expected.writes === 'allowed' ? 'enabled' : 'disabled');
    }
  });

  test('makes no mistake that the sandbox can see', async ({ workspace }) => {
    const show = await screenOf(workspace);
    await show();
    const transaction = await workspace.users.addTransaction('rita');
    await workspace.transactions.fail(transaction);
    await show();
    expect((await workspace.report()).mistakes).toEqual([]);
  });
});

describe('another scenario for a block of tests', () => {
  test.override({ workspaceOptions: { scenario: 'f0000' } });

  test('withholds the name', async ({ workspace }) => {
    const [user] = await workspace.users.list();
    expect(user?.flags).toMatchObject([{ code: 'F0000' }]);
    expect(await workspace.users.expectations(user!.id)).toMatchObject({
      personalInformation: 'withheld',
    });
  });
});
