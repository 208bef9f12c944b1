'use strict';

const { startSandbox } = require('flagbearer');

const { openByWallet } = require('../src/app.js');
const { createService } = require('../src/service.js');

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test.each(['wrongKey', 'wrongMessage', 'staleChallenge', 'malformed', 'highS', 'otherChain'])(
  'an invalid signature does not open the account: %s',
  async (kind) => {
    const workspace = await sandbox.workspace();
    const service = createService({ ...workspace.client(), url: workspace.url });
    const wallet = workspace.wallets.at(1);
    const sign = (challenge) => wallet.signBadly(kind, challenge);
    expect(await openByWallet(service, wallet.address, sign)).toBeNull();
    expect(await openByWallet(service, wallet.address, wallet.sign)).toMatchObject({
      canPay: true,
    });
    await workspace.close();
  },
);

test('twenty wallets sign up at the same time, each in its own workspace', async () => {
  const hasOnlyOwnWallet = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const workspace = await sandbox.workspace({ scenario: 'empty' });
      const service = createService({ ...workspace.client(), url: workspace.url });
      const wallet = workspace.wallets.create();
      await openByWallet(service, wallet.address, wallet.sign);
      const users = await workspace.users.list();
      await workspace.close();
      return users.map(({ wallets }) => wallets[0].address === wallet.address);
    }),
  );
  expect(hasOnlyOwnWallet).toEqual(Array(20).fill([true]));
});

test('a scenario generates any number of users', async () => {
  const workspace = await sandbox.workspace({
    scenario: { name: 'crowd', generate: { seed: 7, users: 50 } },
  });
  expect(await workspace.users.list()).toHaveLength(50);
  await workspace.close();
});
