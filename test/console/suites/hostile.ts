import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import type { ConsolePages } from '../console-page.ts';

const SCRIPT = '<script>window.pwned = 1</script>';
const IMAGE = '<img src=x onerror="window.pwned = 1">';
/** Ends an attribute and a tag first. */
const BREAKOUT = `"'><svg onload=window.pwned=1>`;

/** Without spaces, which an id cannot contain. */
const HOSTILE_ID = '<img/src=x/onerror=window.pwned=1>';

const scenario = {
  name: 'hostile',
  description: SCRIPT,
  clients: [{ id: HOSTILE_ID, secret: HOSTILE_ID, accessToken: 'hostile-token' }],
  users: [
    {
      key: 'mallory',
      emailAddress: 'mallory@example.test',
      personalInformation: { firstName: IMAGE, lastName: SCRIPT, city: BREAKOUT },
      kyc: { status: 'DECLINED' },
      flags: ['X1'],
    },
  ],
};

const dialect = {
  flags: {
    catalogue: [
      { code: 'F0000', category: null, title: IMAGE, message: SCRIPT, example: true },
      { code: 'X1', category: 'Fraud', title: BREAKOUT, message: IMAGE, example: true },
      {
        code: 'T1',
        category: 'Transaction Processing',
        title: SCRIPT,
        message: BREAKOUT,
        example: true,
      },
    ],
  },
};

export function describeHostileScenario(pages: ConsolePages): void {
  it('is shown in every view without executing its names, flags or messages', async () => {
    const { page, workspace, goTo } = await pages.open({ scenario, dialect });
    const { url } = workspace;
    await workspace.control('/faults', {
      method: 'PUT',
      body: {
        rules: [{ match: { user: IMAGE }, effect: { status: 500, body: { note: SCRIPT } } }],
      },
    });
    await fetch(`${url}/v1/${encodeURIComponent(IMAGE)}?${encodeURIComponent(SCRIPT)}=1`, {
      headers: { 'service-client-id': SCRIPT, 'x-hostile': IMAGE },
    });
    await page.getByText(IMAGE).first().waitFor();
    await goTo('users/mallory');
    await page.getByRole('heading', { name: `${IMAGE} ${SCRIPT}` }).waitFor();
    await page.getByText(BREAKOUT).first().waitFor();
    await page.getByRole('button', { name: 'Add flag' }).click();
    await page.getByRole('dialog').getByText(SCRIPT).first().waitFor();
    for (const [path, text] of [
      [`scenarios/edit/${encodeURIComponent(IMAGE)}`, `Unknown scenario "${IMAGE}"`],
      [`users?q=${encodeURIComponent(IMAGE)}`, '1 user with'],
      ['scenarios', 'fraud-flag'],
      ['clock', JSON.stringify({ note: SCRIPT })],
      ['workspaces', '1 client application'],
      ['reports', 'Coverage by the clients'],
      ['try', HOSTILE_ID],
      [`inbox?to=${encodeURIComponent(BREAKOUT)}`, 'No messages'],
    ] as const) {
      await goTo(path);
      await page
        .getByText(text)
        .or(page.locator('option', { hasText: text }))
        .first()
        .waitFor({ state: 'attached' });
      await expectNoMarkup(page);
    }
    await goTo('traffic');
    await page.locator('.request-row').first().click();
    await page
      .getByRole('region', { name: 'Request details', exact: true })
      .getByText('x-hostile')
      .waitFor();
    await expectNoMarkup(page);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  it('treats a hostile value in the URL as text', async () => {
    const { page, goTo } = await pages.open();
    await goTo(`users/${encodeURIComponent(IMAGE)}`);
    await page.getByText('Unknown user').waitFor();
    await goTo('users/%E0%A4%A');
    await page.getByText('Unknown user').waitFor();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
}

/** Expects that no hostile value has become an element. */
async function expectNoMarkup(page: Page): Promise<void> {
  expect(await page.locator('main img, main svg[onload], main script').count()).toBe(0);
}
