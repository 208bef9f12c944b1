import { expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../../src/server/listen.ts';
import type { RunningSandbox, SandboxOptions } from '../../../src/server/listen.ts';
import { plainSandbox } from '../../plain-sandbox.ts';
import type { ConsolePages } from '../console-page.ts';

/** Tests what all views share: the control token, reconnection, keyboard, color scheme and menu. */
export function describeShell(pages: ConsolePages): void {
  it('asks for the control token, stores it for the tab, and reports a wrong token', async () => {
    const guarded = await startWithOptions({ controlToken: 'let-me-in' });
    const page = await pages.openPage();
    await page.goto(guarded.console);
    const dialog = page.getByRole('dialog', { name: /Control token/ });
    await dialog.waitFor();
    // Chrome closes the dialog on the second Escape; the page opens it again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Control token').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong control token.').waitFor();
    await dialog.getByLabel('Control token').fill('let-me-in');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('20 users').waitFor();
    const stored = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.values(localStorage),
      cookie: document.cookie,
      url: location.href,
    }));
    expect(stored.session).toContain('let-me-in');
    expect(JSON.stringify([stored.local, stored.cookie, stored.url])).not.toContain('let-me-in');
    await page.reload();
    await page.getByText('20 users').waitFor();
  });

  it('reports an unreachable sandbox, reconnects, and keeps typed text', async () => {
    const first = await startSandbox(plainSandbox);
    const page = await pages.openPage();
    await page.goto(`${first.console}#/w/default/scenarios/edit`);
    const editor = page.getByRole('textbox', { name: 'Scenario in YAML' });
    await editor.focus();
    await page.keyboard.type('# a line of mine');
    await page.keyboard.press('Enter');
    await page.getByText('No findings.').waitFor();
    await first.close();
    await page.getByText('The sandbox is unreachable.').first().waitFor();

    const port = Number(new URL(first.url).port);
    await startWithOptions({ port, scenario: ['empty'] });
    await page.getByText('Reconnected. All data was reloaded.').waitFor();
    await page.getByRole('link', { name: 'empty', exact: true }).waitFor();
    expect(await editor.textContent()).toContain('# a line of mine');
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await pages.open({ reload: true });
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    // From there, Tab follows the order of the page: the header, the search, the list of users.
    const focusedElements: string[] = [];
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      focusedElements.push(
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.getAttribute('title') ??
            document.activeElement?.getAttribute('type') ??
            document.activeElement?.textContent ??
            '',
        ),
      );
    }
    expect(focusedElements).toEqual([
      'The loaded scenario',
      'The workspace clock, in UTC',
      'Copy the base URL',
      'search',
      expect.stringContaining('Ada Example'),
    ]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada Example' }).waitFor();
  });

  it('restores the focus when a dialog is closed', async () => {
    const { page } = await pages.open({ route: 'users/ada' });
    const opener = page.getByRole('button', { name: 'Add flag' });
    await opener.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect
      .poll(() => opener.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('applies and stores the selected color scheme', async () => {
    const { page } = await pages.open({ ownPage: { colorScheme: 'light' } });
    const readBackground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await readBackground();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(readBackground).not.toBe(light);
    const dark = await readBackground();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await readBackground()).toBe(dark);
  });

  it('has a menu button on a phone', async () => {
    const { page } = await pages.open({ ownPage: { viewport: { width: 360, height: 740 } } });
    const menu = page.getByRole('navigation', { name: 'Views' });
    expect(await menu.isVisible()).toBe(false);
    for (const view of [
      'Inbox',
      'Traffic',
      'Clock & faults',
      'Workspaces',
      'Reports',
      'Try it',
      'Scenarios',
      'Users',
    ]) {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await menu.getByRole('link', { name: view }).click();
      await page.getByRole('heading', { level: 1, name: view }).waitFor();
      await expect.poll(() => menu.isVisible()).toBe(false);
    }
  });
}

/** Starts a sandbox, which is closed after the test. */
async function startWithOptions(overrides: Partial<SandboxOptions>): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ ...plainSandbox, ...overrides });
  onTestFinished(() => sandbox.close());
  return sandbox;
}
