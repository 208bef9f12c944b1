/** Real libraries in a real browser sign in to a sandbox with the wallet. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { startSandbox, type Sandbox } from '../../../src/index.ts';
import { injectedWallet, type AttachedWallet } from '../../../src/wallet/wallet.ts';
import { launchBrowser } from '../../console/browser.ts';
import type { Outcome } from './pages/app.ts';
import { servePages, type ServedPages } from './served-pages.ts';

/**
 * `staleAccountError`: the error for an account that is no longer selected. ethers and wagmi report this error
 * without a request to the wallet.
 */
const LIBRARIES = [
  { library: 'plain', staleAccountError: { rpcCode: 4100 } },
  { library: 'ethers', staleAccountError: { name: 'Error' } },
  { library: 'viem', staleAccountError: { rpcCode: 4100 } },
  { library: 'wagmi', staleAccountError: { name: 'ConnectorAccountNotFoundError' } },
] as const;

let browser: Browser | undefined;
let pages: ServedPages;
let sandbox: Sandbox;

beforeAll(async () => {
  browser = await launchBrowser();
  pages = await servePages(LIBRARIES.map(({ library }) => library));
  sandbox = await startSandbox();
});

afterAll(async () => {
  await Promise.all([browser?.close(), pages.close(), sandbox.close()]);
});

interface Tab {
  readonly wallet: AttachedWallet;
  readonly addresses: readonly string[];
  start(): Promise<Outcome>;
  authenticate(): Promise<Outcome>;
  /** Returns the addresses of the wallets of all users. */
  listUserWallets(): Promise<readonly string[]>;
}

async function openTab(library: string): Promise<Tab> {
  const context = await browser?.newContext();
  if (context === undefined) throw new Error('no browser could be started');
  onTestFinished(() => context.close());
  const page: Page = await context.newPage();
  const workspace = await sandbox.workspace();
  const { script, addresses, attach } = injectedWallet();
  await page.addInitScript({ content: script });
  await page.goto(`${pages.url}/${library}`);
  await page.waitForFunction('"app" in window');
  const { id, secret } = workspace.client();
  const service = JSON.stringify({ url: workspace.url, id, secret });
  return {
    wallet: attach(page),
    addresses,
    start: async () => page.evaluate<Outcome>(`app.start(${service})`),
    authenticate: async () => page.evaluate<Outcome>('app.authenticate()'),
    async listUserWallets() {
      const users = await workspace.users.list();
      return users.flatMap(({ wallets }) => wallets.map(({ address }) => address));
    },
  };
}

describe.each(LIBRARIES)('$library', ({ library, staleAccountError }) => {
  it('signs in', async () => {
    const { start, authenticate, listUserWallets, addresses, wallet } = await openTab(library);
    expect(await start()).toEqual({ status: 200 });
    expect(await authenticate()).toMatchObject({ status: 200, userMask: expect.anything() });
    expect(await listUserWallets()).toContain(addresses[0]);
    const methods = (await wallet.records()).map(({ method }) => method);
    expect(methods).toContain('personal_sign');
  });

  it('is rejected by the user, then signs in', async () => {
    const { start, authenticate, wallet } = await openTab(library);
    await wallet.next.reject();
    expect(await start()).toMatchObject({ error: { rpcCode: 4001 } });
    expect(await start()).toEqual({ status: 200 });
    await wallet.next.reject();
    expect(await authenticate()).toMatchObject({ error: { rpcCode: 4001 } });
    expect(await authenticate()).toMatchObject({ status: 200 });
  });

  it('cannot sign for an account that is no longer selected', async () => {
    const { start, authenticate, listUserWallets, addresses, wallet } = await openTab(library);
    await start();
    await wallet.switchAccount(1);
    expect(await authenticate()).toMatchObject({ error: staleAccountError });
    expect(await start()).toEqual({ status: 200 });
    expect(await authenticate()).toMatchObject({ status: 200 });
    expect(await listUserWallets()).toContain(addresses[1]);
  });

  it('is rejected by the service if the signature is wrong', async () => {
    const { start, authenticate, wallet } = await openTab(library);
    for (const fault of ['wrongKey', 'wrongMessage', 'malformed'] as const) {
      await start();
      await wallet.next.signWith(fault);
      expect(await authenticate(), fault).toMatchObject({ status: 401 });
    }
  });
});
