import { expect, test as base } from '@playwright/test';
import { flagbearerFixtures } from 'flagbearer/playwright';

const test = flagbearerFixtures(base);

test.beforeEach(async ({ page, sandbox, workspace }) => {
  const { id, secret } = workspace.client();
  // The fixtures add the workspace to the requests that pages send to the sandbox.
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { url: sandbox.url, id, secret } }),
  );
});

for (const library of ['plain', 'ethers', 'viem', 'wagmi']) {
  test(`a page with ${library} signs in and handles rejections`, async ({
    page,
    wallet,
    workspace,
  }) => {
    const status = page.getByRole('status');
    const signIn = () => page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`/${library}.html`);

    await wallet.next.reject();
    await signIn();
    await expect(status).toHaveText('You rejected the request.');

    await signIn();
    await expect(status).toHaveText(`Signed in as ${wallet.addresses[0]}`);

    await wallet.switchAccount(1);
    await signIn();
    await expect(status).toHaveText(`Signed in as ${wallet.addresses[1]}`);

    await wallet.next.signWith('wrongKey');
    await signIn();
    await expect(status).toHaveText('You could not be signed in. Please try again.');

    expect((await workspace.report()).mistakes).toEqual([]);
  });
}
