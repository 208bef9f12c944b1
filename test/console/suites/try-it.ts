import { transform } from 'esbuild';
import { expect, it } from 'vitest';

import { runAsModule, hasCurl, runInShell } from '../commands.ts';
import type { ConsolePage, ConsolePages } from '../console-page.ts';

const getStep = ({ page }: ConsolePage, title: string) => page.getByRole('region', { name: title });

export function describeTryIt(pages: ConsolePages): void {
  it('signs a wallet in, and shows each step as code', async () => {
    const consolePage = await pages.open({ route: 'try/wallet' });
    const { page } = consolePage;
    expect(await page.getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Start' }).click();
    const startStep = getStep(consolePage, 'Request a challenge');
    await startStep.getByText('HTTP 200').waitFor();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the signature' }).waitFor();
    await page.getByRole('button', { name: 'Authenticate' }).click();
    await getStep(consolePage, 'Authenticate').getByText('HTTP 200').waitFor();
    await page.getByRole('button', { name: 'Read the user' }).click();
    const readStep = getStep(consolePage, 'Read the user');
    await readStep.getByText('HTTP 200').waitFor();
    expect(await readStep.getByRole('region', { name: 'Response body' }).textContent()).toContain(
      'Ada',
    );

    // The code in each language sends the same request.
    await startStep.getByText('As code').click();
    await readStep.getByText('As code').click();
    for (const [step, expected] of [
      [startStep, { challenge: expect.any(String) }],
      [readStep, { personalInformation: { firstName: 'Ada', lastName: 'Example' } }],
    ] as const) {
      const readCode = async (language: string) => {
        await step.getByRole('button', { name: language, exact: true }).click();
        return (await step.locator('.code-frame .code').textContent()) ?? '';
      };
      if (hasCurl) {
        expect((await runInShell(await readCode('curl'))).output).toMatchObject(expected);
      }
      expect(await runAsModule(await readCode('fetch'), 'body')).toMatchObject(expected);
      const { code: script } = await transform(await readCode('typed client'), { loader: 'ts' });
      expect(await runAsModule(script, 'data')).toMatchObject(expected);
    }

    await readStep.getByRole('link', { name: 'Open the card of the user' }).click();
    await page.getByRole('heading', { name: 'Ada Example' }).waitFor();
  });

  it('shows the error for an invalid signature', async () => {
    const consolePage = await pages.open({ route: 'try/email' });
    const { page } = consolePage;
    await page.getByRole('button', { name: 'Crypto wallet', exact: true }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await getStep(consolePage, 'Request a challenge').getByText('HTTP 200').waitFor();
    await page
      .getByRole('combobox', { name: 'The wallet signs' })
      .selectOption({ label: 'with a wrong key' });
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the signature' }).waitFor();
    await page.getByRole('button', { name: 'Authenticate' }).click();
    await getStep(consolePage, 'Authenticate').getByText('HTTP 401').waitFor();
    expect(await page.getByRole('button', { name: 'Read the user' }).isDisabled()).toBe(true);
  });

  it('selects another client if a new scenario does not contain the selected client', async () => {
    const { page, workspace } = await pages.open({ route: 'try/wallet' });
    await page.getByRole('button', { name: 'Start' }).waitFor();
    const document = { name: 'mine', clients: [{ id: 'mine', secret: 's', accessToken: 't' }] };
    await workspace.control('/scenario', { method: 'PUT', body: { document } });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    const client = page.getByLabel('As the client application');
    await expect.poll(() => client.inputValue()).toBe('mine');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('HTTP 200').waitFor();
  });

  it.each([
    ['SMS', {}],
    ['Email', {}],
    ['SMS', { otp: { sms: { codeField: 'code', identifiedBy: 'both' } } }],
    ['Email', { otp: { email: { identifiedBy: 'destination', codeField: 'passcode' } } }],
    [
      'Email',
      {
        bearer: { requiredOn: ['sendEmailOtp', 'authenticateEmailOtp', 'getUser'] },
        user: { identifiedBy: { query: 'id' } },
      },
    ],
  ] as const)('signs in by %s, in the dialect %j', async (method, dialect) => {
    const consolePage = await pages.open({ route: 'try', dialect });
    const { page } = consolePage;
    await page.getByRole('button', { name: method, exact: true }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await getStep(consolePage, 'Send a one-time password').getByText('HTTP 200').waitFor();
    await page.getByRole('button', { name: 'Check the inbox' }).click();
    const code = page.getByRole('textbox', { name: 'One-time password' });
    await code.waitFor();
    expect(await code.inputValue()).toMatch(/^\d{6}$/);
    await page.getByRole('button', { name: 'Authenticate' }).click();
    await getStep(consolePage, 'Authenticate').getByText('HTTP 200').waitFor();
    await page.getByRole('button', { name: 'Read the user' }).click();
    await getStep(consolePage, 'Read the user').getByText('HTTP 200').waitFor();
  });
}
