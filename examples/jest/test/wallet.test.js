'use strict';

const { startSandbox } = require('flagbearer');

const { openByWallet } = require('../src/app.js');
const { serviceAt } = require('../src/service.js');

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test.each(['wrongKey', 'wrongMessage', 'staleChallenge', 'malformed', 'highS', 'otherChain'])(
  'a signature that is bad by %s opens nothing',
  async (kind) => {
    const workspace = await sandbox.workspace();
    const service = serviceAt({ ...workspace.client(), url: workspace.url });
    const wallet = workspace.wallets.at(1);
    const sign = (challenge) => wallet.signBadly(kind, challenge);
    expect(await openByWallet(service, wallet.address, sign)).toBeNull();
    expect(await openByWallet(service, wallet.address, wallet.sign)).toMatchObject({
      canPay: true,
    });
    await workspace.close();
  },
);

test('twenty wallets sign up at once, each in a workspace of its own', async () => {
  const opened = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const workspace = await sandbox.workspace({ scenario: 'empty' });
      const service = serviceAt({ ...workspace.client(), url: workspace.url });
      const wallet = workspace.wallets.create();
      await openByWallet(service, wallet.address, wallet.sign);
      const users = await workspace.users.list();
      await workspace.close();
      return users.map(({ wallets }) => wallets[0].address === wallet.address);
    }),
  );
  expect(opened).toEqual(Array(20).fill([true]));
});

test('users are made by the number', async () => {
  const workspace = await sandbox.workspace({
    scenario: { name: 'crowd', generate: { seed: 7, users: 50 } },
  });
  expect(await workspace.users.list()).toHaveLength(50);
  await workspace.close();
});
