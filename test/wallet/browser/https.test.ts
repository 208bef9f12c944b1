/** A page that is served over HTTPS signs in to a sandbox that serves HTTPS. */
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { injectedWallet } from '../../../src/wallet/wallet.ts';
import { startFlagbearer, stop } from '../../cli/run-flagbearer.ts';
import { createFolder } from '../../setup/folder.ts';
import { launchBrowser } from '../../console/browser.ts';
import type { Outcome } from './pages/app.ts';
import { servePages } from './served-pages.ts';

it('the wallet signs in from a page that is served over HTTPS, and the console opens', async () => {
  const folder = await createFolder({});
  const sandbox = await startFlagbearer(['--https'], { env: { XDG_DATA_HOME: folder } });
  const { url, clients } = sandbox;
  const pem = await readFile(join(folder, 'flagbearer/https/server.pem'), 'utf8');
  const pages = await servePages(['plain'], { cert: pem, key: pem });
  // Chromium trusts only authorities of the system. With this argument, it accepts a certificate with this key.
  const key = new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' });
  const pin = createHash('sha256').update(key).digest('base64');
  const browser = await launchBrowser([`--ignore-certificate-errors-spki-list=${pin}`]);
  if (browser === undefined) throw new Error('no browser could be started');
  onTestFinished(async () => {
    await Promise.all([browser.close(), pages.close()]);
  });
  const page = await browser.newPage();
  await page.addInitScript({ content: injectedWallet().script });
  await page.goto(`${pages.url}/plain`);
  await page.waitForFunction('"app" in window');
  const service = JSON.stringify({ url, ...clients[0] });
  expect(await page.evaluate<Outcome>(`app.start(${service})`)).toEqual({ status: 200 });
  expect(await page.evaluate<Outcome>('app.authenticate()')).toMatchObject({ status: 200 });

  await page.goto(`${url}/sandbox/console`);
  await page.getByRole('navigation').first().waitFor();
  expect(new URL(page.url()).protocol).toBe('https:');
  await stop(sandbox);
});
