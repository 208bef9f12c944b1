import { beforeAll, expect, it } from 'vitest';

import { parse } from 'yaml';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createId, peopleBase } from '../../control/people.ts';
import { useTestSandbox } from '../../control/sandbox.ts';
import {
  delayResponses,
  downloadFile,
  readClipboard,
  type ConsolePages,
  UPDATE_TIME_MS,
} from '../console-page.ts';

export function describeUsers(pages: ConsolePages): void {
  it('lists users, finds one by search, and shows its details', async () => {
    const { page } = await pages.open();
    const list = page.getByRole('region', { name: 'Users' });
    await list.getByText('20 users').waitFor();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('in_review hugo');
    await list.getByText('1 user with “in_review hugo”').waitFor();
    await list.getByRole('link', { name: /Hugo Example/ }).click();

    const card = page.getByRole('region', { name: 'User', exact: true });
    await card.getByRole('heading', { name: 'Hugo Example' }).waitFor();
    expect(page.url()).toMatch(/\/users\/[0-9a-f-]{36}[?]q=in_review[+]hugo$/);
    await card.getByText('hugo@example.test', { exact: true }).waitFor();
    const flags = card.getByRole('region', { name: /^Flags/ });
    await flags.getByText('KYC Review').waitFor();

    const checklist = card.getByRole('region', { name: 'What the client must show' });
    await checklist.getByText('flags.K1001').waitFor();
    expect(await checklist.textContent()).toContain('§7.1');

    await page.reload();
    await list.getByText('1 user with “in_review hugo”').waitFor();
    await card.getByRole('heading', { name: 'Hugo Example' }).waitFor();

    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
    await page.getByText('No matching users').waitFor();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await list.getByText('20 users').waitFor();
  });

  it('shows the exact JSON of GET /user', async () => {
    const { page, workspace } = await pages.open({ route: 'users/jack' });
    const json = page.getByRole('region', { name: 'The response of GET /user' });
    const shownUser: unknown = JSON.parse((await json.textContent()) ?? '');
    const { body } = await workspace.control('/users/jack/client-view');
    expect(shownUser).toEqual(body.body);
    // F0000 withholds the personal information from the client (§7.2).
    expect(shownUser).not.toHaveProperty('personalInformation');
    await page.getByText('withheld').waitFor();
  });

  it('changes the KYC status, and undoes the change', async () => {
    const { page, workspace } = await pages.open({ route: 'users/ada' });
    const statuses = page.getByRole('group', { name: 'Set the KYC status' });
    const declined = statuses.getByRole('button', { name: 'DECLINED' });
    await declined.press('Enter');
    await page.getByText('The KYC status is DECLINED.').waitFor();
    await statuses.getByRole('button', { name: 'DECLINED', pressed: true }).waitFor();
    // The button keeps the focus.
    expect(await declined.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await workspace.readUser('ada')).body.kyc).toEqual({ status: 'DECLINED' });

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The last change was undone.').waitFor();
    expect((await workspace.readUser('ada')).body.kyc).toEqual({ status: 'APPROVED' });
    await statuses.getByRole('button', { name: 'APPROVED', pressed: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo last change' }).isDisabled()).toBe(true);
  });

  it('undoes a change in its workspace, even after a switch to another workspace', async () => {
    const { page, workspace } = await pages.open({ route: 'users/ada' });
    const otherWorkspace = await pages.sandbox.workspace();
    const update = { method: 'PATCH', body: { kycStatus: 'DECLINED' } };
    await otherWorkspace.control('/users/ada', update);
    const statuses = page.getByRole('group', { name: 'Set the KYC status' });
    await statuses.getByRole('button', { name: 'DECLINED' }).click();
    await page.getByText('The KYC status is DECLINED.').waitFor();
    await page.goto(`${pages.sandbox.url}/sandbox/console#/w/${otherWorkspace.name}/users`);
    await page.locator('.base-url', { hasText: otherWorkspace.url }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The last change was undone.').waitFor();
    expect((await workspace.readUser('ada')).body.kyc).toEqual({ status: 'APPROVED' });
    expect((await otherWorkspace.readUser('ada')).body.kyc).toEqual({ status: 'DECLINED' });
  });

  it('ignores a late response with an older list', async () => {
    const { page, workspace } = await pages.open({ route: 'users', ownPage: true });
    const list = page.getByRole('region', { name: 'Users' });
    const row = list.getByRole('link', { name: /Ada Example/ });
    await row.getByText('APPROVED').waitFor();
    const refresh = () => page.evaluate(() => dispatchEvent(new Event('focus')));
    const olderList = await delayResponses(page, /[/]users[?]/);
    await refresh();
    await olderList.wait();
    await workspace.control('/users/ada', { method: 'PATCH', body: { kycStatus: 'DECLINED' } });
    await refresh();
    await row.getByText('DECLINED').waitFor();
    await olderList.release();
    await page.waitForTimeout(UPDATE_TIME_MS);
    await row.getByText('DECLINED').waitFor({ timeout: 1000 });
  });

  it('reports errors of a search, with a button to try again, and of a refresh', async () => {
    const { page } = await pages.open({ ownPage: true });
    const list = page.getByRole('region', { name: 'Users' });
    await list.getByText('20 users').waitFor();
    const error = { code: 'notReady', message: 'The test refuses this.', details: [] };
    const listRequest = /[/]users[?]/;
    const refuseList = () =>
      page.route(listRequest, (route) => route.fulfill({ status: 503, json: error }));

    await refuseList();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('hugo');
    await list.getByText('The users could not be loaded').waitFor();
    expect(await list.getAttribute('aria-busy')).toBe('false');
    await page.unroute(listRequest);
    await list.getByRole('button', { name: 'Try again' }).click();
    await list.getByText('1 user with “hugo”').waitFor();

    await refuseList();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await list.getByText(error.message).waitFor();
    await list.getByRole('link', { name: /Hugo Example/ }).waitFor();
  });

  it('submits KYC', async () => {
    const { page, workspace } = await pages.open({ route: 'users/tom' });
    await page.getByLabel('Outcome of a submission').selectOption('IN_REVIEW');
    await page.getByRole('button', { name: 'Submit KYC' }).click();
    await page.getByText('KYC was submitted: IN_REVIEW.').waitFor();
    expect((await workspace.readUser('tom')).body.kyc).toEqual({ status: 'IN_REVIEW' });
  });

  it('adds and removes flags, and explains why a flag cannot be added', async () => {
    const { page, workspace } = await pages.open({ route: 'users/ada' });
    await page.getByRole('button', { name: 'Add flag' }).click();
    const picker = page.getByRole('dialog', { name: 'Add a flag' });
    expect(await picker.getByRole('button', { name: 'Add T1001' }).isDisabled()).toBe(true);
    const disabledItem = picker.getByRole('listitem').filter({ hasText: 'T1001' });
    expect(await disabledItem.textContent()).toMatch(
      /requires a FAILED or returned transaction.*§3\.3/,
    );
    await picker.getByRole('button', { name: 'Add F0000' }).click();
    await page.getByText('withheld').waitFor();
    expect((await workspace.readUser('ada')).body.flags).toEqual([
      { code: 'F0000', category: null },
    ]);
    await page.getByRole('button', { name: 'Remove F0000' }).click();
    await page.getByText('No flags, so no messages to show.').waitFor();
  });

  it('submits transactions that fail, settle, and are returned', async () => {
    const { page, workspace } = await pages.open({ route: 'users/ada' });
    const panel = page.getByRole('region', { name: /^Transactions/ });
    const submit = async (name: string) => {
      await panel.getByRole('button', { name: 'Add transaction' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a transaction' });
      await dialog.getByLabel('Name (optional)').fill(name);
      await dialog.getByRole('button', { name: 'Submit transaction' }).click();
      await panel.getByText(name, { exact: true }).waitFor();
    };
    const getActions = (name: string) =>
      panel.getByRole('group', { name: `Settlement of ${name}` }).getByRole('button');
    await submit('first');
    await getActions('first').filter({ hasText: 'Fail' }).click();
    await panel.getByText('FAILED', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: /^Flags/ })
      .getByText('T1001')
      .waitFor();

    await submit('second');
    await getActions('second').filter({ hasText: 'Settle' }).click();
    await panel.getByText('COMPLETE', { exact: true }).waitFor();
    await getActions('second').filter({ hasText: 'Return' }).click();
    await panel.getByText('returned', { exact: true }).waitFor();
    expect((await workspace.readUser('ada')).body.transactions).toMatchObject([
      { key: 'first', cryptoStatus: 'FAILED', returned: false },
      { key: 'second', cryptoStatus: 'COMPLETE', returned: true },
    ]);
    await panel.getByRole('button', { name: 'Add transaction' }).click();
    await page.getByLabel('Name (optional)').fill('third');
    await page
      .getByLabel('Settlement', { exact: true })
      .selectOption({ label: 'Automatically, as COMPLETE' });
    await page.getByRole('button', { name: 'Submit transaction' }).click();
    await panel.getByText('third', { exact: true }).waitFor();
    await workspace.advance('PT30S');
    expect((await workspace.readUser('ada')).body.transactions[2].cryptoStatus).toBe('COMPLETE');
    // The flag of a failure cannot be removed while the failure exists (§7.5).
    expect(await page.getByRole('button', { name: 'Remove T1001' }).isDisabled()).toBe(true);
  });

  it('disables writes under a Fraud flag, and names the clause', async () => {
    const { page } = await pages.open({ route: 'users/kira' });
    await page.getByRole('heading', { name: 'Kira Example' }).waitFor();
    expect(await page.getByRole('button', { name: 'Submit KYC' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add transaction' }).isDisabled()).toBe(true);
    expect(await page.getByRole('region', { name: /^KYC/ }).textContent()).toContain('§7.4');
  });

  it('updates when the app changes the user', async () => {
    const { page, workspace } = await pages.open({ route: 'users/finn' });
    const identities = page.getByRole('region', { name: /^Identities/ });
    await identities.getByText('wallet-app', { exact: true }).waitFor();
    await workspace.signInByEmail('finn@example.test', workspace.client('exchange-app'));
    await identities.getByText('wallet-app, exchange-app').waitFor();
  });

  it('sets a fixed code for a user, and returns to random codes', async () => {
    const { page, workspace } = await pages.open({ route: 'users/finn' });
    await page.getByLabel('Fixed code').fill('424242');
    await page.getByRole('button', { name: 'Set code' }).click();
    await page.getByText('are 424242.').waitFor();
    await workspace.client().sendEmail('finn@example.test');
    expect(await workspace.readLastCode('finn@example.test')).toBe('424242');

    await page.getByRole('button', { name: 'Use random codes' }).click();
    await page.getByText('are random again.').waitFor();
    expect((await workspace.readUser('finn')).body).not.toHaveProperty('fixedCode');

    await page.getByLabel('Fixed code').fill('4x');
    await page.getByRole('button', { name: 'Set code' }).click();
    await page.getByText('must be 4 to 10 digits').waitFor();
  });

  it('saves one user as a scenario, and copies a link to the user', async () => {
    const { page } = await pages.open({ route: 'users/gina' });
    const { name, text } = await downloadFile(page, 'Save as scenario');
    expect(name).toBe('gina.yaml');
    expect(parse(text).users).toEqual([expect.objectContaining({ key: 'gina' })]);

    await page.getByRole('button', { name: 'Copy link to the user' }).click();
    const link = await readClipboard(page);
    const otherPage = await pages.openPage();
    await otherPage.goto(link);
    await otherPage.getByRole('heading', { name: 'Gina Example' }).waitFor();
  });

  it('reports an unknown user', async () => {
    const { page } = await pages.open({ route: 'users/nobody' });
    await page.getByText('Unknown user "nobody".').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  describeManyUsers(pages);
}

function describeManyUsers(pages: ConsolePages): void {
  const sandbox = useTestSandbox();
  beforeAll(async () => {
    const [user] = peopleBase.users.values();
    const users = Array.from({ length: 10_000 }, (_, index) => ({
      ...user!,
      id: createId(index),
      key: `user-${index}`,
      personalInformation: { firstName: 'User', lastName: `Number ${index}` },
    }));
    await sandbox.store.create({
      name: 'many',
      seed: 7,
      dialect: defaultDialect,
      base: {
        ...peopleBase,
        users: new Map(users.map((listedUser) => [listedUser.id, listedUser])),
        userIds: users.map(({ id }) => id),
      },
    });
  });

  it('scrolls a list of ten thousand users with few rows in the DOM', async () => {
    const page = await pages.openPage();
    await page.goto(`${sandbox.url}/sandbox/console#/w/many/users`);
    const list = page.getByRole('list', { name: 'Users' });
    await page.getByText('10,000 users').waitFor();
    await list.getByText('User Number 0', { exact: true }).waitFor();
    const frame = page.locator('.virtual-list');
    await frame.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await list
      .getByText(/^User Number 500\d$/)
      .first()
      .waitFor();
    await frame.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await list.getByText('User Number 9999', { exact: true }).waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);

    // By keyboard, from the last row to the first and back to the second.
    await list.getByRole('link', { name: /User Number 9999/ }).focus();
    await page.keyboard.press('Home');
    await list.getByText('User Number 0', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'User Number 1', exact: true }).waitFor();
  });
}
