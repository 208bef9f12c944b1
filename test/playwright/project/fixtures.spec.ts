import { expect, test } from './fixtures.ts';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

for (const name of ['one', 'another']) {
  test(`${name} test has its own workspace`, async ({ app, page, sandbox, wallet, workspace }) => {
    await app.open();
    await app.signIn();
    await expect(page.getByRole('status')).toHaveText(`signed in as ${wallet.addresses[0]}`);
    const send = (url: string) =>
      page.evaluate(async (to) => (await fetch(to, { method: 'POST' })).status, url);
    // The workspace of the test gets each request to the sandbox, with any host name and path.
    expect(await send(`${sandbox.url.replace('127.0.0.1', 'localhost')}/nothing`)).toBe(404);
    expect(await send(`${workspace.url}/nothing`)).toBe(404);
    const { data } = await workspace.control.GET('/journal');
    // The start, the authentication and the two requests above.
    expect(data).toHaveProperty('items.length', 4);
  });
}

test('the host name selects the workspace, too', async ({ app, page, wallet, workspace }) => {
  await app.open(workspace.hostUrl);
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText(`signed in as ${wallet.addresses[0]}`);
  const { data } = await workspace.control.GET('/journal');
  expect(data).toHaveProperty('items.length', 2);
});

for (const signing of ['test', 'page'] as const) {
  test.describe(`a wallet that creates signatures in the ${signing}`, () => {
    test.use({ walletOptions: { signing } });

    test('signs in', async ({ app, page, wallet, workspace }) => {
      await app.open();
      await app.signIn();
      await expect(page.getByRole('status')).toHaveText(`signed in as ${FIRST}`);
      const wallets = (await workspace.users.list()).flatMap((user) => user.wallets);
      expect(wallets).toContainEqual(expect.objectContaining({ address: wallet.addresses[0] }));
    });

    test('a wrong signature is recorded by the wallet, and not reported as a mistake of the app', async ({
      app,
      page,
      wallet,
      workspace,
    }) => {
      await wallet.next.signWith('wrongKey');
      await app.open();
      await app.signIn();
      await expect(page.getByRole('status')).toHaveText('service: 401');
      expect((await wallet.records()).at(-1)).toMatchObject({ signedWith: 'wrongKey' });
      expect((await workspace.report()).mistakes).toEqual([]);
    });
  });
}

test('a signature with a high s is rejected by default', async ({ app, page, wallet }) => {
  await wallet.next.signWith('highS');
  await app.open();
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText('service: 401');
});

test.describe('a dialect that accepts a high s', () => {
  test.use({
    workspaceOptions: {
      dialect: { version: 1, values: { wallet: { signature: { accepts: ['rsv', 'highS'] } } } },
    },
  });

  test('signs in', async ({ app, page, wallet }) => {
    await wallet.next.signWith('highS');
    await app.open();
    await app.signIn();
    await expect(page.getByRole('status')).toHaveText(`signed in as ${FIRST}`);
  });
});

test('the controls work before a page is open, and across reloads', async ({
  app,
  page,
  wallet,
}) => {
  await wallet.switchAccount(1);
  await wallet.switchChain(137);
  await wallet.next.reject();
  await app.open();
  await expect(page.getByRole('listitem')).toHaveText(['connect {"chainId":"0x89"}']);
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText('4001');
  await page.reload();
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText(`signed in as ${SECOND}`);
  expect((await wallet.records()).map(({ method, status }) => `${method} ${status}`)).toEqual([
    'eth_requestAccounts rejected',
    'eth_requestAccounts resolved',
    'personal_sign resolved',
  ]);
});

test('events reach the page', async ({ app, page, wallet }) => {
  await app.open();
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText(`signed in as ${FIRST}`);
  await wallet.switchAccount(1);
  await wallet.switchChain(137);
  await wallet.message('eth_subscription', null);
  await wallet.lock();
  await wallet.disconnect();
  await expect(page.getByRole('listitem')).toHaveText([
    'connect {"chainId":"0x1"}',
    `accountsChanged ["${FIRST}"]`,
    `accountsChanged ["${SECOND}"]`,
    'chainChanged "0x89"',
    'message {"type":"eth_subscription","data":null}',
    'accountsChanged []',
    'disconnect 4900',
  ]);
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText('4900');
});

test('a stalled response arrives late', async ({ app, page, wallet }) => {
  await wallet.next.stall(200);
  await app.open();
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText('signing in');
  await expect(page.getByRole('status')).toHaveText(`signed in as ${FIRST}`);
});

test('the report compares the wallet with the app', async ({ app, page, wallet, workspace }) => {
  await wallet.switchChain(137);
  await app.open();
  await app.signIn();
  await expect(page.getByRole('status')).toHaveText(`signed in as ${FIRST}`);
  const { mistakes } = await workspace.report();
  expect(mistakes.map(({ rule }) => rule)).toContain('wallet-chain-differs');
});

test.describe('a wallet of the test kit', () => {
  test.use({
    walletOptions: async ({ workspace }, use) => {
      await use({ accounts: [workspace.wallets.create()], connected: true });
    },
  });

  test('signs in', async ({ app, page, wallet }) => {
    await app.open();
    await app.signIn();
    await expect(page.getByRole('status')).toHaveText(`signed in as ${wallet.addresses[0]}`);
    expect(wallet.addresses).not.toContain(FIRST);
  });
});
