import { describe } from 'vitest';
import { test } from 'flagbearer/vitest';

import { createService } from '../src/service.ts';
import { signInWithSms, signInWithWallet } from '../src/sign-in.ts';

describe.concurrent('signing in', () => {
  test('with a new wallet', async ({ workspace, expect }) => {
    const service = createService({ ...workspace.client(), url: workspace.url });
    const wallet = workspace.wallets.create();
    const { outcome } = await signInWithWallet(service, wallet);
    expect(outcome).toBe('signedIn');
    const user = await workspace.users.get(wallet.address);
    expect(user.wallets).toMatchObject([{ address: wallet.address, status: 'verified' }]);
  });

  test('asks to try again after an invalid signature', async ({ workspace, expect }) => {
    const service = createService({ ...workspace.client(), url: workspace.url });
    const wallet = workspace.wallets.create();
    for (const kind of ['wrongKey', 'staleChallenge', 'malformed'] as const) {
      const sign = (challenge: string) => wallet.signBadly(kind, challenge);
      const result = await signInWithWallet(service, { address: wallet.address, sign });
      expect(result).toEqual({
        outcome: 'tryAgain',
        message: expect.stringContaining('wallet did not confirm'),
      });
    }
    expect((await signInWithWallet(service, wallet)).outcome).toBe('signedIn');
  });

  test('with the code of an SMS', async ({ workspace, expect }) => {
    const service = createService({ ...workspace.client(), url: workspace.url });
    const { phoneNumber } = await workspace.users.get('eva');
    const result = await signInWithSms(service, phoneNumber!, async () => {
      return (await workspace.inbox.waitFor({ to: phoneNumber! })).code;
    });
    expect(result).toMatchObject({ session: { userMask: { phoneMask: '******0104' } } });
  });

  test('asks for a new code when the old one has expired', async ({ workspace, expect }) => {
    const service = createService({ ...workspace.client(), url: workspace.url });
    const result = await signInWithSms(service, '+12025550104', async () => {
      const { code } = await workspace.inbox.waitFor({ to: '+12025550104' });
      await workspace.clock.advance('PT11M');
      return code;
    });
    expect(result).toEqual({ outcome: 'tryAgain', message: expect.stringContaining('new one') });
  });

  for (let number = 1; number <= 20; number++) {
    test(`in a separate workspace, number ${number}`, async ({ workspace, expect }) => {
      const service = createService({ ...workspace.client(), url: workspace.url });
      // All tests can use this phone number, because workspaces share no data.
      const to = '+12025550104';
      const readCode = async () => (await workspace.inbox.waitFor({ to })).code;
      expect((await signInWithSms(service, to, readCode)).outcome).toBe('signedIn');
      expect(await workspace.inbox.list()).toHaveLength(1);
    });
  }
});
