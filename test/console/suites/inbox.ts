import { expect, it } from 'vitest';

import { readClipboard, type ConsolePages } from '../console-page.ts';

export function describeInbox(pages: ConsolePages): void {
  it('shows a new code, copies it, and shows its remaining validity', async () => {
    const { page, workspace } = await pages.open({ route: 'inbox' });
    await page.getByText('No messages').waitFor();
    await workspace.client().sendSms('+12025550106');
    const code = await workspace.readLastCode('+12025550106');
    const message = page.getByRole('listitem').filter({ hasText: code });
    await message.getByText('pending').waitFor();
    await message.getByText(/^(10 min|9 min \d+ s) left$/).waitFor();
    await message.getByRole('button', { name: `Copy the code ${code}` }).click();
    await message.getByRole('button', { name: `Copied the code ${code}` }).waitFor();
    expect(await readClipboard(page)).toBe(code);

    await workspace.advance('PT11M');
    // The console reads its data again when it gets the focus.
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await message.getByText('expired').waitFor();
  });

  it('shows the status of a code, and filters by channel and destination', async () => {
    const { page, workspace } = await pages.open({ route: 'inbox' });
    const app = workspace.client();
    const { body } = await app.sendEmail('gina@example.test');
    await app.sendSms('+12025550106');
    const otp = await workspace.readLastCode('gina@example.test');
    await app.authenticateEmail({ emailId: body.emailId, otp });
    await page.getByText('used', { exact: true }).waitFor();

    const messages = page.locator('.message');
    expect(await messages.count()).toBe(2);
    await page.getByLabel('Channel').selectOption('email');
    await expect.poll(() => messages.count()).toBe(1);
    await page.getByLabel('Channel').selectOption('');
    await page.getByLabel('To').fill('555');
    await expect.poll(() => messages.count()).toBe(1);
    await page.waitForURL(/[/]inbox[?]to=555$/);
    await messages.getByRole('link', { name: '+12025550106' }).click();
    await page.getByRole('heading', { name: 'Gina Example' }).waitFor();
  });

  it('can be cleared', async () => {
    const { page, workspace } = await pages.open({ route: 'inbox' });
    await workspace.client().sendEmail('gina@example.test');
    await page.getByText('pending').waitFor();
    await page.getByRole('button', { name: 'Clear the inbox' }).click();
    await page.getByText('No messages').waitFor();
  });
}
