import { expect, it } from 'vitest';

import type { Locator, Page } from 'playwright-core';

import { downloadFile, openFile, readClipboard, type ConsolePages } from '../console-page.ts';

export function describeScenarios(pages: ConsolePages): void {
  it('loads a built-in scenario with one click', async () => {
    const { page, workspace } = await pages.open({ route: 'scenarios' });
    await page.getByLabel('Search scenarios').fill('fraud');
    await page.getByText('not add or verify a wallet').waitFor();
    await page.getByRole('button', { name: 'Load fraud-flag' }).click();
    await page.getByText(/^fraud-flag loaded: \d+ users?\.$/).waitFor();
    expect((await workspace.control('/health')).body.scenario).toBe('fraud-flag');
    await page.getByRole('link', { name: 'fraud-flag', exact: true }).waitFor();
  });

  it('marks errors in the text, and loads a valid scenario', async () => {
    const { page, workspace } = await pages.open({ route: 'scenarios' });
    await page.getByRole('link', { name: 'View and edit crypto-failed' }).click();
    const editor = getEditor(page);
    await editor.getByText('crypto-failed').first().waitFor();
    await page.getByText('No findings.').waitFor();

    const text = [
      'name: mine',
      'users:',
      '  - key: rita',
      '    emailAddress: rita@example.test',
      '    transactions: [{ key: t1, cryptoStatus: FAILED }]',
      '',
    ].join('\n');
    await replaceText(page, text);
    const finding = page.getByRole('button', { name: /^error 5:\d+ A FAILED transaction/ });
    await finding.waitFor();
    expect(await finding.textContent()).toContain('§7.5');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.locator('.cm-lint-marker-error').first().waitFor();
    expect(await page.getByRole('button', { name: 'Load', exact: true }).isDisabled()).toBe(true);

    // A click on the finding moves the cursor to the line where the flag is missing.
    await finding.click();
    await page.keyboard.press('End');
    await paste(page, '\n    flags: [T1001]');
    await page.getByText('No findings.').waitFor();
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText('mine loaded: 1 user.').waitFor();
    expect((await workspace.readUser('rita')).body.flags).toHaveLength(1);
  });

  it('creates the requested number of users', async () => {
    const { page } = await pages.open({ route: 'scenarios' });
    await page.getByRole('button', { name: 'Open the editor' }).click();
    await replaceText(page, 'name: many\ngenerate: { seed: 7, users: 60 }\n');
    await page.getByText('No findings.').waitFor();
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText('many loaded: 60 users.').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByText('60 users', { exact: true }).waitFor();
  });

  it('keeps a draft for each scenario across reloads until it is discarded', async () => {
    const { page, goTo } = await pages.open({ route: 'scenarios/edit/f0000' });
    const editor = getEditor(page);
    await editor.focus();
    await page.keyboard.type('# mine');
    await page.getByRole('button', { name: 'Discard draft' }).waitFor();
    await goTo('scenarios/edit/empty');
    await page.getByRole('heading', { name: 'Editing empty' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Editing empty' }).waitFor();
    expect(await page.getByRole('button', { name: 'Discard draft' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Library' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'f0000' });
    await card.getByText('draft', { exact: true }).waitFor();
    await card.getByRole('link', { name: 'View and edit f0000' }).click();
    await editor.getByText('# mine').waitFor();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.poll(() => editor.getByText('# mine').count()).toBe(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await editor.getByText('# mine').waitFor();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.reload();
    await editor.getByText('f0000').first().waitFor();
    expect(await editor.textContent()).not.toContain('# mine');
  });

  it('resets the workspace to the loaded scenario', async () => {
    const { page, workspace } = await pages.open({ route: 'scenarios' });
    await workspace.control('/users/ada', { method: 'PATCH', body: { kycStatus: 'DECLINED' } });
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByText('The workspace was reset to default.').waitFor();
    expect((await workspace.readUser('ada')).body.kyc).toEqual({ status: 'APPROVED' });
  });

  it('completes keys and values from the schema', async () => {
    const { page } = await pages.open({ route: 'scenarios/edit' });
    const editor = getEditor(page);
    await replaceText(page, 'name: mine\nusers:\n  - key: rita\n    ');
    const options = page.getByRole('option');
    await page.keyboard.type('ph');
    await options.filter({ hasText: 'phoneNumber' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await paste(page, 'kyc: { status: ');
    await page.keyboard.press('Control+Space');
    await options.filter({ hasText: 'IN_REVIEW' }).first().click();
    await editor.getByText('status: IN_REVIEW').first().waitFor();

    // Before a colon, a completion replaces only the key.
    await replaceText(page, 'users:\n  - phon: "+12025550143"\n    flags:\n      - ');
    await page.keyboard.press('Control+Space');
    await options.filter({ hasText: 'K1001' }).first().click();
    await editor.getByText('- K1001').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    // Moves the cursor behind `- phon`.
    for (const _ of '- phon') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Space');
    await options.filter({ hasText: 'phoneNumber' }).first().click();
    await editor.getByText('- phoneNumber: "+12025550143"').first().waitFor();
  });

  it('keeps text that is typed as soon as the editor opens', async () => {
    const { page, goTo } = await pages.open({ route: 'scenarios' });
    await page.getByRole('link', { name: 'View and edit empty' }).waitFor();
    await page.evaluate(typeOnOpening, '# at once');
    await goTo('scenarios/edit/empty');
    await page.getByRole('button', { name: 'Discard draft' }).waitFor();
    await page.getByText(/^No findings\.|^\d findings?$/).waitFor();
    const editor = getEditor(page);
    expect(await editor.textContent()).toContain('# at once');
  });

  it('copies a link to a scenario', async () => {
    const { page } = await pages.open({ route: 'scenarios' });
    await page.getByRole('button', { name: 'Copy link to kyc-in-review' }).click();
    const link = await readClipboard(page);
    const otherPage = await pages.openPage();
    await otherPage.goto(link);
    await otherPage.getByRole('heading', { name: 'Editing kyc-in-review' }).waitFor();
  });

  it('exports the current state, saves it as a file, and opens a file', async () => {
    const { page, workspace } = await pages.open({ route: 'scenarios/edit' });
    await workspace.control('/users/ada', { method: 'PATCH', body: { kycStatus: 'DECLINED' } });
    await page.getByRole('button', { name: 'Export the current state' }).click();
    const editor = getEditor(page);
    await editor.getByText('DECLINED').first().waitFor();
    const { name, text } = await downloadFile(page, 'Save as file');
    expect(name).toMatch(/[.]yaml$/);
    expect(text).toContain('key: ada');

    const file = { name: 'other.yaml', text: 'name: other\nusers: []\n' };
    await openFile(page, 'Open a file', file);
    await editor.getByText('other').first().waitFor();
  });

  it('opens a file with Windows line ends without a change', async () => {
    const { page } = await pages.open({ route: 'scenarios/edit' });
    await openFile(page, 'Open a file', {
      name: 'windows.yaml',
      text: 'name: windows\r\nusers: []\r\n',
    });
    const editor = getEditor(page);
    await editor.getByText('windows').first().waitFor();
    await page.getByText('No findings.').waitFor();
    expect(await page.getByRole('button', { name: 'Discard draft' }).count()).toBe(0);
  });
}

function getEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Scenario in YAML' });
}

/** Replaces the text in the editor. */
async function replaceText(page: Page, text: string): Promise<void> {
  await getEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, text);
}

/** Pastes at the cursor. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Types in the event-loop task that creates the editor. Playwright would type one frame later. */
function typeOnOpening(text: string): void {
  const observer = new MutationObserver(() => {
    const root = document.querySelector('.editor-host')?.shadowRoot;
    const content = root?.querySelector<HTMLElement>('.cm-content');
    if (content === undefined || content === null) return;
    observer.disconnect();
    content.focus();
    document.execCommand('insertText', false, text);
  });
  // The editor is in a shadow root. An observer outside of this root cannot see the editor.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(options) {
    Element.prototype.attachShadow = attachShadow;
    const root = attachShadow.call(this, options);
    observer.observe(root, { childList: true, subtree: true });
    return root;
  };
}
