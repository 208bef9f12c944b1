import { expect, it } from 'vitest';

import {
  delayResponses,
  downloadFile,
  type ConsolePages,
  UPDATE_TIME_MS,
} from '../console-page.ts';

export function describeClockAndFaults(pages: ConsolePages): void {
  it('advances and freezes the clock', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    const readNow = async () => Date.parse((await workspace.control('/clock')).body.now);
    const before = await readNow();
    await page.getByRole('button', { name: 'Advance by 1 h' }).click();
    await page.getByText('The clock has advanced by 1 h.').waitFor();
    expect((await readNow()) - before).toBeGreaterThanOrEqual(3_600_000);

    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await workspace.control('/clock')).body.frozen).toBe(true);
    await page.getByText('frozen', { exact: true }).waitFor();

    await page.getByLabel('Advance by', { exact: true }).fill('tomorrow');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.locator('.toast.bad').getByText('must be an ISO 8601 duration').waitFor();
    await page.getByLabel('Advance by', { exact: true }).fill('P2D');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByText('The clock has advanced by P2D.').waitFor();
  });

  it('ignores a late clock response of the previous workspace', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    await workspace.control('/clock', { method: 'PATCH', body: { advance: 'P400D' } });
    const lateClock = await delayResponses(page, /\/sandbox\/clock$/);
    // The console reads its data again when it gets the focus.
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await lateClock.wait();
    const next = await pages.open({ route: 'clock' });
    const { now } = (await next.workspace.control('/clock')).body;
    const date = page.locator('.clock-face').getByText(now.slice(0, 10));
    await date.waitFor();
    await lateClock.release();
    await page.waitForTimeout(UPDATE_TIME_MS);
    await date.waitFor({ timeout: 1000 });
  });

  it('settles transactions that are due when the clock advances', async () => {
    // A transaction of Ruth fails after 30 seconds.
    const { page, goTo } = await pages.open({ route: 'users/ruth' });
    await page.getByText('PENDING', { exact: true }).waitFor();
    await goTo('clock');
    await page.getByRole('button', { name: 'Advance by 5 min' }).click();
    await page.getByText('The clock has advanced by 5 min.').waitFor();
    await goTo('users/ruth');
    await page.getByText('FAILED', { exact: true }).waitFor();
  });

  it('adds a fault, counts its hits, and removes it', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    await page.getByText('No faults.').waitFor();
    await page.getByRole('button', { name: 'Add fault' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fault' });
    await dialog.getByLabel('Operation').selectOption('sendEmailOtp');
    await dialog.getByLabel('Cause').selectOption('rateLimited');
    await dialog.getByLabel('Times (optional)').fill('2');
    await dialog.getByLabel('Name (optional)').fill('busy');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page.getByText('sendEmailOtp gets the error rateLimited, at most 2 times.').waitFor();

    expect((await workspace.client().sendEmail('gina@example.test')).status).toBe(429);
    await page.getByText('1 hit', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove busy' }).click();
    await page.getByText('No faults.').waitFor();
    expect((await workspace.client().sendEmail('gina@example.test')).status).toBe(200);
  });

  it('adds a fault without resetting the hits of other faults', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    const once = { id: 'once', effect: { status: 503 }, times: 1 };
    await workspace.control('/faults', { method: 'PUT', body: { rules: [once] } });
    expect((await workspace.client().sendEmail('gina@example.test')).status).toBe(503);
    await page.getByText('1 hit', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add fault' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fault' });
    await dialog.getByLabel('Operation').selectOption('getUser');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page.getByText('getUser gets the error rateLimited.').waitFor();
    const { rules } = (await workspace.control('/faults')).body;
    expect(rules).toMatchObject([
      { id: 'once', hits: 1 },
      { id: 'fault-1', hits: 0 },
    ]);
    expect((await workspace.client().sendEmail('gina@example.test')).status).toBe(200);
  });

  it('adds one fault for a double click', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    await page.getByRole('button', { name: 'Add fault' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fault' });
    const addResponse = await delayResponses(page, /[/]faults$/);
    await dialog.getByRole('button', { name: 'Add fault' }).dblclick();
    await addResponse.wait();
    await addResponse.release();
    await page.getByText('Every request gets the error rateLimited.').first().waitFor();
    expect((await workspace.control('/faults')).body.rules).toHaveLength(1);
  });

  it('adds a fault with a custom status and body', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    await page.getByRole('button', { name: 'Add fault' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fault' });
    await dialog.getByLabel('The request').selectOption('status');
    await dialog.getByLabel('Body (optional)').fill('{"message":');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page.getByText('The response body is not JSON.').waitFor();
    await dialog.getByLabel('Body (optional)').fill('{"message": "Out of order"}');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page
      .getByText('Every request gets 503, with the body {"message":"Out of order"}.')
      .waitFor();
    const { status, body } = await workspace.client().sendEmail('gina@example.test');
    expect({ status, body }).toEqual({ status: 503, body: { message: 'Out of order' } });
  });

  it('sets the level and the kinds of chaos, and turns chaos off', async () => {
    const { page, workspace } = await pages.open({ route: 'clock' });
    const readChaos = async () => (await workspace.control('/chaos')).body;
    const level = page.getByRole('group', { name: 'Level of chaos' });
    await page.getByRole('heading', { name: 'Chaos' }).waitFor();
    await level.getByRole('button', { name: 'low' }).click();
    await page.getByText('Chaos is low.').waitFor();
    await level.getByRole('button', { name: 'high' }).click();
    await page.getByText('Chaos is high.').waitFor();
    await page.getByRole('checkbox', { name: 'Status 429 with Retry-After' }).click();
    await expect.poll(async () => (await readChaos()).kinds).not.toContain('rateLimit');
    expect((await readChaos()).level).toBe('high');
    await level.getByRole('button', { name: 'off' }).click();
    await page.getByText('Chaos is off.').waitFor();
    expect((await readChaos()).level).toBe('off');
  });

  it('shows the seed and saves a snapshot', async () => {
    const { page } = await pages.open({ route: 'clock', seed: 4711 });
    await page.getByText('4711', { exact: true }).waitFor();
    const { name, text } = await downloadFile(page, 'Save a snapshot');
    expect(name).toMatch(/-snapshot[.]yaml$/);
    expect(text).toContain('runtime:');
  });
}
