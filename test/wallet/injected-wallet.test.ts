import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { createWallets } from '../../src/testkit/wallets.ts';
import { injectedWallet, type InjectedWalletOptions } from '../../src/wallet/wallet.ts';
import { FakeWindow, firstWallet, secondWallet } from './fake-window.ts';

/** Runs a script as a page does. Returns the window of the page. */
function runInPage(script: string): FakeWindow {
  const window = new FakeWindow();
  runInNewContext(script, { window, TextEncoder, structuredClone });
  return window;
}

describe('injectedWallet', () => {
  it('accepts test wallets, wallets of the test kit and private keys as accounts', async () => {
    const wallets = await createWallets({ seed: 7, workspace: 'default' });
    const created = wallets.create();
    const accounts = [1, created, firstWallet.privateKey, 9999];
    expect(injectedWallet({ accounts }).addresses).toEqual([
      secondWallet.address,
      created.address,
      firstWallet.address,
      wallets.at(9999).address,
    ]);
  });

  it('returns a script that adds a wallet to a page; the wallet signs', async () => {
    const { script } = injectedWallet({ connected: true, name: '</script>' });
    expect(script).not.toContain('</script');
    const { ethereum } = runInPage(script);
    const { verifyMessage } = await import('ethers');
    const params = ['Sign in', firstWallet.address];
    const signature = await ethereum?.request({ method: 'personal_sign', params });
    expect(verifyMessage('Sign in', String(signature))).toBe(firstWallet.address);
  });

  it('has a version 4 UUID that depends only on the options', () => {
    const readUuid = (options = {}) => /"uuid":"([^"]+)"/.exec(injectedWallet(options).script)?.[1];
    expect(readUuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(readUuid()).toBe(readUuid());
    expect(readUuid({ accounts: [2] })).not.toBe(readUuid());
    expect(readUuid({ uuid: 'own-uuid' })).toBe('own-uuid');
  });

  it.each<[InjectedWalletOptions & { acounts?: number[] }, string]>([
    [{ acounts: [1] }, 'injectedWallet: unknown option acounts. Did you mean accounts?'],
    [{ accounts: [] }, 'accounts: expected at least one'],
    [{ accounts: [10_000] }, 'test wallets have an index from 0 to 9999'],
    [{ accounts: ['0x12'] }, 'expected a private key of 0x and 64 hexadecimal digits'],
    [
      { accounts: [`0x${'0'.repeat(64)}`] },
      'expected a private key of 0x and 64 hexadecimal digits',
    ],
    [{ chainId: 0 }, 'chainId, chains: expected positive integers, got 0'],
    [{ chains: [1.5] }, 'chainId, chains: expected positive integers, got 1.5'],
  ])('rejects the options %j', (options, message) => {
    expect(() => injectedWallet(options)).toThrow(message);
  });

  it.each([null, [], 'accounts'])('rejects %j instead of options', (options) => {
    const create = () => injectedWallet(options as InjectedWalletOptions);
    expect(create).toThrow(new TypeError('injectedWallet: expected an object with options'));
  });
});

describe('attach', () => {
  const createPage = (window: object) => ({
    evaluate: async (expression: string) => runInNewContext(expression, window) as unknown,
  });

  it('controls the wallet of a page', async () => {
    const injected = injectedWallet({ connected: true });
    const window = runInPage(injected.script);
    const wallet = injected.attach(createPage(window));
    await wallet.switchAccount(1);
    await wallet.switchChain(137);
    await wallet.next.reject();
    const params = ['Sign in', secondWallet.address];
    const request = () => window.ethereum?.request({ method: 'personal_sign', params });
    await expect(request()).rejects.toMatchObject({ code: 4001 });
    await wallet.next.signWith('malformed');
    await request();
    await wallet.disconnect();
    await expect(request()).rejects.toMatchObject({ code: 4900 });
    await wallet.reconnect();
    await wallet.lock();
    await expect(request()).rejects.toMatchObject({ code: 4100 });
    await wallet.unlock();
    await wallet.next.stall(1000);
    const stalled = request();
    expect(window.runTimers()).toEqual([1000]);
    await stalled;
    const outcomes = (await wallet.records()).map(
      ({ error, signedWith }) => error?.code ?? signedWith,
    );
    expect(outcomes).toEqual([4001, 'malformed', 4900, 4100, undefined]);
  });

  it('reports that a page has no wallet', async () => {
    const wallet = injectedWallet().attach(createPage({}));
    await expect(wallet.lock()).rejects.toThrow('This page has no wallet.');
  });
});
