import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { toNetworkIdentity, createWallet } from '../../sandbox.ts';
import { createFolder } from '../../setup/folder.ts';
import { hasCurl, runInShell } from '../commands.ts';
import {
  delayResponses,
  downloadFile,
  readClipboard,
  type ConsolePages,
  UPDATE_TIME_MS,
} from '../console-page.ts';

export function describeTraffic(pages: ConsolePages): void {
  it('shows new requests with their responses, and masks secrets', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    await page.getByText('No requests yet').waitFor();
    await workspace.client().start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    const requests = page.getByRole('list', { name: 'Requests, newest first' });
    await requests.getByRole('link', { name: /^400\s*startWalletAuth/ }).click();

    const detail = page.getByRole('region', { name: 'Request details', exact: true });
    await detail.getByText('2.2.walletNetwork.other-values-refused').waitFor();
    expect(await detail.getByText('Violated rule').locator('..').textContent()).toContain('§2.2');
    expect(await detail.getByRole('region', { name: 'Request body' }).textContent()).toContain(
      'BITCOIN',
    );
    expect(await detail.getByRole('region', { name: 'Response body' }).textContent()).toContain(
      'must be one of ETHEREUM, POLYGON',
    );
    expect(await detail.textContent()).toContain('[redacted]');
    expect(await detail.textContent()).not.toContain('wallet-app-secret');
  });

  it('shows new requests while more of them arrive', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    await page.getByText('No requests yet').waitFor();
    const app = workspace.client();
    const stop = new AbortController();
    const sendContinuously = async () => {
      while (!stop.signal.aborted) {
        await app.sendEmail('gina@example.test');
        await setTimeout(20);
      }
    };
    const sending = sendContinuously();
    try {
      await page.locator('.request-row').first().waitFor({ timeout: 5000 });
    } finally {
      stop.abort();
      await sending;
    }
  });

  it('filters the requests, and suggests a similar path', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    const app = workspace.client();
    await app.sendEmail('gina@example.test');
    await app.post('/v1/auth/otp/mail:send', {});
    await workspace.client('exchange-app').sendEmail('gina@example.test');
    const rows = page.locator('.request-row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByLabel('Client', { exact: true }).selectOption('exchange-app');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Client', { exact: true }).selectOption('');
    await page.getByLabel('Outcome').fill('refused');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    await page.getByText('Similar to:').waitFor();
    await page.getByLabel('Outcome').fill('otpwrong');
    await page.getByText('must be a status such as 401 or one of').waitFor();
    await page.getByLabel('Outcome').fill('');
    await page.getByLabel('Operation').selectOption('sendEmailOtp');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('User').fill('ada');
    await page.getByText('No matching requests').waitFor();
    await page.getByRole('button', { name: 'Show all requests' }).click();
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('shows the request of a copied link despite a filter, or that it was deleted', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    await workspace.client().start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    await page.getByRole('link', { name: /^400\s*startWalletAuth/ }).click();
    await page.getByRole('button', { name: 'Copy link to the request' }).click();
    const link = await readClipboard(page);
    await workspace.client().sendEmail('gina@example.test');

    const otherPage = await pages.openPage();
    await otherPage.goto(`${link}?operation=sendEmailOtp`);
    const detail = otherPage.getByRole('region', { name: 'Request details', exact: true });
    await detail.getByText('2.2.walletNetwork.other-values-refused').waitFor();

    await workspace.control('/journal', { method: 'DELETE' });
    await workspace.client().sendEmail('gina@example.test');
    await otherPage.reload();
    await otherPage.getByText('This request is no longer in the journal').waitFor();
  });

  it('does not change while it is paused, and can be saved and cleared', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    const rows = page.locator('.request-row');
    await workspace.client().sendEmail('gina@example.test');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await workspace.client().sendEmail('hugo@example.test');
    await page.waitForTimeout(UPDATE_TIME_MS);
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    const archive = await downloadFile(page, 'Save as HAR');
    expect(archive.name).toBe(`${workspace.name}.har`);
    expect(JSON.parse(archive.text).log.entries).toHaveLength(2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No requests yet').waitFor();
  });

  it('clears a paused list', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    await workspace.client().sendEmail('gina@example.test');
    await page.locator('.request-row').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No requests yet').waitFor();
  });

  it('shows a paused list again when an invalid filter is removed', async () => {
    const { page, workspace } = await pages.open({ route: 'traffic' });
    await workspace.client().sendEmail('gina@example.test');
    await page.locator('.request-row').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Outcome').fill('otpwrong');
    await page.getByText('must be a status such as 401 or one of').waitFor();
    await page.getByLabel('Outcome').fill('');
    await page.locator('.request-row').waitFor();
  });

  it('ignores a late response with older requests of the previous filter', async () => {
    const { page, workspace, goTo } = await pages.open({ ownPage: true });
    const app = workspace.client();
    await app.post('/v1/auth/otp/mail:send', {});
    for (let count = 0; count < 100; count += 1) await app.sendEmail('gina@example.test');
    await goTo('traffic');
    const rows = page.locator('.request-row');
    await expect.poll(() => rows.count()).toBe(100);
    const olderRequests = await delayResponses(page, /[/]journal[?].*cursor=/);
    await page.getByRole('button', { name: 'Show older requests' }).click();
    await olderRequests.wait();
    await page.getByLabel('Operation').selectOption('sendEmailOtp');
    await page.getByRole('button', { name: 'Show older requests' }).waitFor({ state: 'detached' });
    await olderRequests.release();
    await page.waitForTimeout(UPDATE_TIME_MS);
    expect(await rows.filter({ hasText: '404' }).count()).toBe(0);
  });

  it('does not report a linked request as dropped before the journal is read', async () => {
    const { page, workspace, goTo } = await pages.open({ ownPage: true });
    await workspace.client().sendEmail('gina@example.test');
    const { items } = (await workspace.control('/journal')).body;
    // The page reads the journal twice: the list, and the request in the link.
    const journal = await delayResponses(page, /[/]journal[?]/, 2);
    await goTo(`traffic/${items[0].id}`);
    await journal.wait();
    const detail = page.getByRole('region', { name: 'Request details', exact: true });
    await detail.waitFor();
    expect(await detail.textContent()).not.toContain('no longer');
    await journal.release();
    await detail.getByRole('heading', { name: 'sendEmailOtp' }).waitFor();
  });

  it('applies the filters in the URL, also after a reload', async () => {
    const { page, workspace, goTo } = await pages.open({ route: 'traffic?outcome=refused' });
    await workspace.client().sendEmail('gina@example.test');
    await workspace.client().post('/v1/auth/otp/mail:send', {});
    const rows = page.locator('.request-row');
    await rows.filter({ hasText: '404' }).click();
    await page.getByText('Similar to:').waitFor();
    expect(await rows.count()).toBe(1);
    expect(page.url()).toMatch(/[/]traffic[/][^/?]+[?]outcome=refused$/);
    await page.getByLabel('Client', { exact: true }).selectOption('wallet-app');
    await page.waitForURL(/[?]outcome=refused&clientId=wallet-app$/);
    await page.reload();
    await page.getByText('Similar to:').waitFor();
    expect(await page.getByLabel('Outcome').inputValue()).toBe('refused');
    expect(await page.getByLabel('Client', { exact: true }).inputValue()).toBe('wallet-app');

    await goTo('traffic/unknown-id');
    await page.getByText('This request is no longer in the journal').waitFor();
  });

  describe.runIf(hasCurl)('copies a request as a curl command', () => {
    /** Returns the command of the newest request. Waits until the page shows this number of requests. */
    async function copyCommand(page: Page, requestCount = 1): Promise<string> {
      const rows = page.locator('.request-row');
      await expect.poll(() => rows.count()).toBe(requestCount);
      await rows.first().click();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByRole('button', { name: 'Copied as curl' }).waitFor();
      return readClipboard(page);
    }

    it('that sends the request again', async () => {
      const { page, workspace } = await pages.open({ route: 'traffic' });
      await workspace.client().sendSms('+12025550106');
      const { output } = await runInShell(await copyCommand(page));
      expect(output).toHaveProperty('phoneId');
      expect((await workspace.control('/inbox')).body.items).toHaveLength(2);
    });

    it('that requires the values that the journal masks', async () => {
      const { page, workspace } = await pages.open({ route: 'traffic' });
      const app = workspace.client();
      const { body } = await app.sendEmail('gina@example.test');
      await app.authenticateEmail({ emailId: body.emailId, otp: '000000' });
      const command = await copyCommand(page, 2);
      expect((await runInShell(command)).stderr).toContain('OTP');
      const otp = await workspace.readLastCode('gina@example.test');
      const { output } = await runInShell(command, { OTP: otp });
      expect(output).toHaveProperty('sessionJwt');
    });

    it.each([{ header: 'user-session' }, { cookie: 'session' }])(
      'that requires the session of the dialect: %j',
      async (sentIn) => {
        const { page, workspace } = await pages.open({
          route: 'traffic',
          dialect: { session: { sentIn } },
        });
        const { body } = await workspace.client().signIn(createWallet());
        const [name, value] =
          'header' in sentIn
            ? [sentIn.header, body.sessionJwt]
            : ['cookie', `${sentIn.cookie}=${body.sessionJwt}`];
        await workspace.client().send('/user', { headers: { [name]: value } });
        // The third request, after start and authenticate.
        const command = await copyCommand(page, 3);
        expect((await runInShell(command)).stderr).toContain('SESSION_JWT');
        const { output } = await runInShell(command, { SESSION_JWT: body.sessionJwt });
        expect(output).toHaveProperty('id', body.userMask.id);
      },
    );

    it('that does not execute input of a client', async () => {
      const { page, workspace } = await pages.open({ route: 'traffic' });
      const hostileText = "$HOME `touch pwned` $(touch pwned) \"; touch pwned; '; touch pwned; '";
      await workspace.client().send('/v1/auth/otp/email:send?{a,b}[1-2]=q', {
        body: { emailAddress: hostileText, otp: '123456' },
        headers: { 'accept-language': hostileText },
      });
      const folder = await createFolder({});
      const { output } = await runInShell(`cd "$FOLDER" && ${await copyCommand(page)}`, {
        FOLDER: folder,
        OTP: '123456',
      });
      expect(await readdir(folder)).toEqual([]);
      expect(output).toMatchObject({ code: 'invalidRequest' });
      await expect.poll(() => page.locator('.request-row').count()).toBe(2);
      const { items } = (await workspace.control('/journal')).body;
      expect(items[1].request).toMatchObject({ query: { '{a,b}[1-2]': '[redacted]' } });
      expect(items[1].request.headers['accept-language']).toBe(
        items[0].request.headers['accept-language'],
      );
      expect(items[1].request.body).toEqual(items[0].request.body);
    });
  });
}
