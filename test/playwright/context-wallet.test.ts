import { expect, it } from 'vitest';

import type { WalletRecord } from '../../src/wallet/wallet.ts';
import { addWallet, type Frame, type WalletContext } from '../../src/playwright/playwright.ts';

/** A browser context without pages, whose frames send messages to the wallet. */
function createContext() {
  let respond:
    ((source: { readonly frame: Frame }, message: never) => Promise<unknown>) | undefined;
  const context: WalletContext = {
    pages: () => [],
    addInitScript: async () => {},
    exposeBinding: async (_, binding) => {
      respond = binding as typeof respond;
    },
  };
  const send = async (frame: Frame, method: string, params: readonly unknown[] = []) =>
    respond?.({ frame }, { request: { method, params } } as never);
  return { context, send };
}

it('creates a signature in the page that requests it, even if another page sends a request', async () => {
  const { context, send } = createContext();
  const wallet = await addWallet(context, { signing: 'page', connected: true });
  const signingFrame: Frame = { evaluate: async () => '0x01' };
  const otherFrame: Frame = { evaluate: () => Promise.reject(new Error('the page is closed')) };
  await wallet.next.stall(50);
  const signature = send(signingFrame, 'personal_sign', ['0x00', wallet.addresses[0]]);
  await send(otherFrame, 'eth_chainId');
  expect(await signature).toEqual({ result: '0x01' });
});

it('rejects an invalid value of signing', async () => {
  const adding = addWallet(createContext().context, { signing: 'Page' as 'page' });
  await expect(adding).rejects.toThrow(
    new TypeError('addWallet: signing: expected "test" or "page", got "Page"'),
  );
});

it('records an internal error if the page cannot sign', async () => {
  const { context, send } = createContext();
  const records: WalletRecord[] = [];
  const wallet = await addWallet(context, {
    signing: 'page',
    connected: true,
    onRecord: async (record) => records.push(record),
  });
  const closedFrame: Frame = { evaluate: () => Promise.reject(new Error('the page is closed')) };
  const error = { code: -32603, message: 'the page is closed' };
  expect(await send(closedFrame, 'personal_sign', ['0x00', wallet.addresses[0]])).toEqual({
    error,
  });
  expect(records).toMatchObject([{ status: 'rejected', error }]);
});
