import { expect, it } from 'vitest';

import { sendRequest } from '../../sandbox.ts';
import { readClipboard, type ConsolePages } from '../console-page.ts';

export function describeWorkspaces(pages: ConsolePages): void {
  it('creates, switches to, forks and deletes a workspace', async () => {
    const { page, workspace } = await pages.open({ route: 'workspaces' });
    const name = `${workspace.name}-qa`;
    const readWorkspace = (ref: string) =>
      sendRequest(`${pages.sandbox.url}/sandbox/workspaces/${ref}`);

    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name (optional)').fill(name);
    await dialog.getByLabel('Scenario').selectOption('kyc-in-review');
    await dialog.getByLabel('Seed (optional)').fill('7');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText(`The workspace ${name} was created.`).waitFor();
    expect((await readWorkspace(name)).body).toMatchObject({ name, seed: 7 });

    await page.getByRole('button', { name: `Copy the base URL of ${name}` }).click();
    await page.getByRole('button', { name: `Copied the base URL of ${name}` }).waitFor();
    expect(await readClipboard(page)).toBe(`${pages.sandbox.url}/w/${name}`);

    const row = page.getByRole('listitem').filter({ hasText: `/w/${name}` });
    await row.getByText('2 client applications').click();
    await row.getByRole('button', { name: /^Copy the secret of wallet-app/ }).click();
    await row.getByRole('button', { name: /^Copied the secret of wallet-app/ }).waitFor();
    expect(await readClipboard(page)).toBe('wallet-app-secret');

    await page.getByRole('link', { name: `Switch to ${name}` }).click();
    await page.getByRole('list', { name: 'Users' }).getByText('Rita Example').waitFor();
    expect(page.url()).toContain(`#/w/${name}/users`);

    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: `Fork ${name}` }).click();
    const forkDialog = page.getByRole('dialog', { name: `Fork ${name}` });
    await forkDialog.getByLabel('Name (optional)').fill(`${name}-2`);
    await forkDialog.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.getByText(`The workspace ${name}-2 was created.`).waitFor();
    expect((await readWorkspace(`${name}-2`)).body.seed).toBe(7);

    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByText(`The workspace ${name} was deleted.`).waitFor();
    expect((await readWorkspace(name)).status).toBe(404);
    expect(page.url()).toContain('#/w/default/workspaces');
  });

  it('reports that a name is in use', async () => {
    const { page, workspace } = await pages.open({ route: 'workspaces' });
    await page.getByRole('button', { name: 'New workspace' }).click();
    await page.getByLabel('Name (optional)').fill(workspace.name);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText(`The workspace "${workspace.name}" already exists.`).waitFor();
  });

  it('reports a missing workspace, and creates it', async () => {
    const { page, workspace } = await pages.open();
    const name = `${workspace.name}-new`;
    await page.goto(`${pages.sandbox.url}/sandbox/console#/w/${name}/users`);
    await page.getByText(`Unknown workspace “${name}”`).waitFor();
    await page.getByRole('button', { name: 'Create the workspace' }).click();
    await page.getByText('20 users').waitFor();
  });

  it('opens in the workspace of its URL', async () => {
    const { page, workspace } = await pages.open();
    await page.goto(`${workspace.url}/sandbox/console`);
    await page.getByText('20 users').waitFor();
    expect(await page.getByLabel('Workspace', { exact: true }).inputValue()).toBe(workspace.name);
    await page.getByText(workspace.url, { exact: true }).waitFor();
  });
}
