import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { test as base } from '@playwright/test';
import { flagbearerFixtures } from 'flagbearer/playwright';

export { expect } from '@playwright/test';

interface App {
  /** Opens the app. `service` is the base URL of its requests. Default: the sandbox, without a workspace. */
  open(service?: string): Promise<void>;
  signIn(): Promise<void>;
}

const url = process.env['FLAGBEARER_URL'];

export const test = flagbearerFixtures(base, url === undefined ? {} : { url }).extend<
  { app: App },
  { appUrl: string }
>({
  appUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern
    async ({}, use) => {
      const html = await readFile(new URL('app.html', import.meta.url));
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end(html);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  app: async ({ appUrl, page, sandbox }, use) => {
    await use({
      open: async (service = sandbox.url) => {
        await page.goto(`${appUrl}?service=${service}`);
      },
      signIn: async () => page.getByRole('button', { name: 'Sign in' }).click(),
    });
  },
});
