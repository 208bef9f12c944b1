import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { byNetwork, newWallet } from '../../sandbox.ts';
import type { Office } from '../desk.ts';

export function traffic(office: Office): void {
  it('shows calls as they come, side by side with their answers, secrets left out', async () => {
    const { page, workspace } = await office.desk({ at: 'traffic' });
    await page.getByText('No call yet').waitFor();
    await workspace.client().start(byNetwork(newWallet(), 'BITCOIN'));
    const calls = page.getByRole('list', { name: 'Calls, the newest first' });
    await calls.getByRole('link', { name: /^400\s*startWalletAuth/ }).click();

    const detail = page.getByRole('region', { name: 'Call', exact: true });
    await detail.getByText('2.2.walletNetwork.other-values-refused').waitFor();
    expect(await detail.getByText('Rule broken').locator('..').textContent()).toContain('§2.2');
    expect(await detail.getByRole('region', { name: 'Request body' }).textContent()).toContain(
      'BITCOIN',
    );
    expect(await detail.getByRole('region', { name: 'Answer body' }).textContent()).toContain(
      'must be one of ETHEREUM, POLYGON',
    );
    expect(await detail.textContent()).toContain('[redacted]');
    expect(await detail.textContent()).not.toContain('wallet-app-secret');
  });

  it('filters, and says what was probably meant', async () => {
    const { page, workspace } = await office.desk({ at: 'traffic' });
    const app = workspace.client();
    await app.sendEmail('gina@example.test');
    await app.post('/v1/auth/otp/mail:send', {});
    await workspace.client('exchange-app').sendEmail('gina@example.test');
    const rows = page.locator('.call-row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByLabel('Client', { exact: true }).selectOption('exchange-app');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Client', { exact: true }).selectOption('');
    await page.getByLabel('Outcome').fill('refused');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    await page.getByText('Probably meant:').waitFor();
    await page.getByLabel('Outcome').fill('');
    await page.getByLabel('Operation').selectOption('sendEmailOtp');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('User').fill('ada');
    await page.getByText('No call fits the filters').waitFor();
    await page.getByRole('button', { name: 'Show all calls' }).click();
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('stands still while it is paused', async () => {
    const { page, workspace } = await office.desk({ at: 'traffic' });
    const rows = page.locator('.call-row');
    await workspace.client().sendEmail('gina@example.test');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await workspace.client().sendEmail('hugo@example.test');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Empty', exact: true }).click();
    await page.getByText('No call yet').waitFor();
  });

  it('copies a call as a curl command that makes it again', async () => {
    const { page, workspace } = await office.desk({
      at: 'traffic',
    });
    await workspace.client().sendSms('+12025550106');
    await page.locator('.call-row').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied as curl' }).waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toMatch(/^curl -X POST/);
    const { stdout } = await promisify(execFile)('sh', ['-c', command]).catch(() => ({
      stdout: 'no curl here',
    }));
    if (stdout === 'no curl here') return;
    expect(JSON.parse(stdout)).toHaveProperty('phoneId');
    expect((await workspace.control('/inbox')).body.items).toHaveLength(2);
  });
}
