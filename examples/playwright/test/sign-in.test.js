import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { startSandbox } from 'flagbearer';

import { launchBrowser } from '../harness/browser.js';
import { servePage } from '../harness/serve-page.js';

const { browser, reason } = await launchBrowser();
assert.ok(browser || !process.env.CI, reason);

let sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(async () => {
  await browser?.close();
  await sandbox.close();
});

/** Opens the page in its own workspace for a test. */
async function openPage(t, options) {
  const workspace = await sandbox.workspace(options);
  const site = await servePage({ ...workspace.client(), url: workspace.url });
  const context = await browser.newContext();
  t.after(() => Promise.all([context.close(), site.close(), workspace.close()]));
  const page = await context.newPage();
  await page.goto(site.url);
  return { page, workspace };
}

async function askForCode(page, emailAddress) {
  await page.getByLabel('Email').fill(emailAddress);
  await page.getByRole('button', { name: 'Send me a code' }).click();
}

async function enterCode(page, code) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signIn({ page, workspace }, emailAddress) {
  await askForCode(page, emailAddress);
  const { code } = await workspace.inbox.waitFor({ to: emailAddress });
  await enterCode(page, code);
  await page.locator('#account').waitFor();
}

describe('the sign-in page', { concurrency: true, skip: reason }, () => {
  it('opens the account with the code of the email', async (t) => {
    const opened = await openPage(t);
    await signIn(opened, 'gina@example.test');
    assert.deepEqual(await opened.page.locator('#flags li').allTextContents(), []);
    assert.equal(await opened.page.getByRole('button', { name: 'Pay' }).isEnabled(), true);
  });

  it('shows an error for a wrong code', async (t) => {
    const { page, workspace } = await openPage(t);
    await askForCode(page, 'gina@example.test');
    const { code } = await workspace.inbox.waitFor({ to: 'gina@example.test' });
    await enterCode(page, code === '000000' ? '000001' : '000000');
    await page.getByRole('alert').filter({ hasText: 'That code is not right' }).waitFor();
    await enterCode(page, code);
    await page.locator('#account').waitFor();
  });

  it('shows an error when the service is unavailable', async (t) => {
    const { page, workspace } = await openPage(t);
    await workspace.faults.add({ match: { operation: 'sendEmailOtp' }, effect: { status: 503 } });
    await askForCode(page, 'gina@example.test');
    await page.getByRole('alert').filter({ hasText: 'try again later' }).waitFor();
  });

  it('shows a failed payment after a refresh', async (t) => {
    const opened = await openPage(t);
    const { page, workspace } = opened;
    await signIn(opened, 'gina@example.test');
    const paymentCount = await page.locator('#history li').count();
    const transaction = await workspace.users.addTransaction('gina');
    await workspace.transactions.fail(transaction);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Your payment did not go through.').waitFor();
    assert.equal(await page.locator('#history li').nth(paymentCount).textContent(), 'FAILED');
  });

  it('disables payments of a restricted account', async (t) => {
    const opened = await openPage(t);
    await signIn(opened, 'kira@example.test');
    await opened.page.getByText('Your account is restricted.').waitFor();
    assert.equal(await opened.page.getByRole('button', { name: 'Pay' }).isDisabled(), true);
  });

  it('shows that F0000 withholds the details', async (t) => {
    const opened = await openPage(t, { scenario: 'f0000' });
    await signIn(opened, 'zoe@example.test');
    await opened.page.getByText('Your details are not shown.').waitFor();
  });
});
