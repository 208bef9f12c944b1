import { describe, expect } from 'vitest';
import type { Workspace } from 'flagbearer';
import { createTest } from 'flagbearer/vitest';

import { createAccountScreen } from '../src/account-screen.ts';
import { createService } from '../src/service.ts';
import { signInWithWallet } from '../src/sign-in.ts';

/** Runs each test in a workspace with these users. */
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

/** Signs in the owner of a test wallet; returns a function that reads the account screen. */
async function signIn(workspace: Workspace, wallet = 0) {
  const service = createService({ ...workspace.client(), url: workspace.url });
  const result = await signInWithWallet(service, workspace.wallets.at(wallet));
  if (result.outcome !== 'signedIn') throw new Error(result.message);
  return async () => createAccountScreen(await service.readUser(result.session));
}

describe('the account screen', () => {
  test('has no messages for an approved user without flags', async ({ workspace }) => {
    const readScreen = await signIn(workspace);
    expect(await readScreen()).toEqual({
      messages: [],
      name: 'Rita Example',
      history: [],
      buttons: 'enabled',
      onboarding: 'skip',
    });
  });

  test('shows that documents are being checked', async ({ workspace }) => {
    const readScreen = await signIn(workspace);
    await workspace.users.patch('rita', { kycStatus: 'IN_REVIEW', addFlags: ['K1001'] });
    expect((await readScreen()).messages).toEqual(['We are checking your documents.']);
  });

  test('shows a pending payment, and 30 seconds later its failure', async ({ workspace }) => {
    const readScreen = await signIn(workspace);
    await workspace.users.addTransaction('rita', {
      settles: { after: 'PT30S', outcome: 'failure' },
    });
    expect(await readScreen()).toMatchObject({ messages: [], history: ['on its way'] });
    await workspace.clock.advance('PT30S');
    expect(await readScreen()).toMatchObject({
      messages: ['Your payment did not go through.'],
      history: ['failed'],
    });
  });

  test('shows that the bank returned a payment', async ({ workspace }) => {
    const readScreen = await signIn(workspace);
    const transaction = await workspace.users.addTransaction('rita');
    await workspace.transactions.settle(transaction);
    await workspace.transactions.return(transaction, 'T1002');
    expect(await readScreen()).toMatchObject({
      messages: ['Your bank has returned a payment.'],
      history: ['done'],
    });
  });

  test('disables the buttons of a restricted account', async ({ workspace }) => {
    const readScreen = await signIn(workspace, 1);
    expect(await readScreen()).toMatchObject({
      buttons: 'disabled',
      messages: [expect.stringContaining('restricted')],
    });
  });

  test('matches the expectations of the sandbox for each user', async ({ workspace }) => {
    for (const [wallet, ref] of ['rita', 'fred'].entries()) {
      const readScreen = await signIn(workspace, wallet);
      const screen = await readScreen();
      const expected = await workspace.users.expectations(ref);
      expect(screen.messages).toHaveLength(expected.messages.length);
      expect(screen.buttons).toBe(expected.writes === 'allowed' ? 'enabled' : 'disabled');
    }
  });

  test('makes no mistake that the sandbox detects', async ({ workspace }) => {
    const readScreen = await signIn(workspace);
    await readScreen();
    const transaction = await workspace.users.addTransaction('rita');
    await workspace.transactions.fail(transaction);
    await readScreen();
    expect((await workspace.report()).mistakes).toEqual([]);
  });
});

describe('another scenario for a block of tests', () => {
  test.override({ workspaceOptions: { scenario: 'f0000' } });

  test('shows the history but no name with the flag F0000', async ({ workspace }) => {
    // The scenario has one user, zoe, with test wallet 3.
    const readScreen = await signIn(workspace, 3);
    expect(await readScreen()).toMatchObject({
      messages: ['Please contact support.'],
      name: null,
      history: ['done'],
    });
    expect(await workspace.users.expectations('zoe')).toMatchObject({
      personalInformation: 'withheld',
    });
  });
});
