import { describe, expect, it } from 'vitest';

import { loadSignatures, type SignatureForm } from '../../src/ports/signatures.ts';
import { FakeWindow, firstWallet, installWallet, options, secondWallet } from './fake-window.ts';

const FORMS: ReadonlySet<SignatureForm> = new Set(['rsv', 'highS']);
const signatures = await loadSignatures();
const recoverSigner = async (message: string, signature: unknown) =>
  signatures.recover(message, String(signature), FORMS);
const toLowerCaseAddress = ({ address }: { address: string }) => address.toLowerCase();
const toHex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;

describe('EIP-6963', () => {
  it('announces the provider on load and on request, with its information', () => {
    const window = new FakeWindow();
    const details: unknown[] = [];
    window.addEventListener('eip6963:announceProvider', (event) =>
      details.push(Reflect.get(event, 'detail')),
    );
    const { provider } = installWallet({}, window);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    const { name, icon, rdns, uuid } = options;
    const detail = { info: { name, icon, rdns, uuid }, provider };
    expect(details).toEqual([detail, detail]);
    expect(details.every(Object.isFrozen)).toBe(true);
  });

  it('sets window.ethereum only if the option windowEthereum is true', () => {
    const { window, provider } = installWallet({ windowEthereum: true });
    expect(window.ethereum).toBe(provider);
    expect(installWallet({ windowEthereum: false }).window.ethereum).toBeUndefined();
  });

  it('is installed once, although the script runs twice', () => {
    const window = new FakeWindow();
    installWallet({}, window);
    // The second run announces no provider, so this helper throws.
    expect(() => installWallet({}, window)).toThrow('no provider was announced');
  });
});

describe('the accounts', () => {
  it('are visible after the app has requested them', async () => {
    const { request, events } = installWallet();
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('eth_requestAccounts')).toEqual([firstWallet.address]);
    expect(await request('eth_accounts')).toEqual([firstWallet.address]);
    expect(events).toEqual([['accountsChanged', [firstWallet.address]]]);
  });

  it('are visible from the start if the wallet is connected', async () => {
    const { request, wallet } = installWallet({ connected: true });
    // The wallet does not ask the user, so this rejection has no effect.
    wallet.next.reject();
    expect(await request('eth_requestAccounts')).toEqual([firstWallet.address]);
  });

  it('have permissions (EIP-2255)', async () => {
    const { request, events } = installWallet();
    const granted = [
      {
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [firstWallet.address] }],
      },
    ];
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(await request('wallet_requestPermissions', { eth_accounts: {} })).toEqual(granted);
    expect(await request('wallet_getPermissions')).toEqual(granted);
    expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
    expect(await request('eth_accounts')).toEqual([]);
    expect(events).toEqual([
      ['accountsChanged', [firstWallet.address]],
      ['accountsChanged', []],
    ]);
  });

  it('change in the app when the user selects another account', async () => {
    const { request, wallet, events } = installWallet({ connected: true });
    wallet.switchAccount(1);
    expect(await request('eth_accounts')).toEqual([secondWallet.address]);
    expect(events).toEqual([['accountsChanged', [secondWallet.address]]]);
    expect(() => wallet.switchAccount(2)).toThrow('expected an index from 0 to 1, got 2');
  });

  it('are hidden while the wallet is locked', async () => {
    const { request, wallet, events } = installWallet({ connected: true });
    wallet.lock();
    expect(await request('eth_accounts')).toEqual([]);
    await expect(request('personal_sign', 'a', firstWallet.address)).rejects.toMatchObject({
      code: 4100,
    });
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4100 });
    wallet.unlock();
    expect(await request('eth_accounts')).toEqual([firstWallet.address]);
    expect(events).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [firstWallet.address]],
    ]);
  });

  it('and the records remain when the page reloads, but only in a wallet with the same UUID', async () => {
    const stored = new Map<string, string>();
    const before = installWallet({}, new FakeWindow(stored));
    await before.request('eth_requestAccounts');
    const { request, wallet } = installWallet({}, new FakeWindow(stored));
    expect(await request('eth_accounts')).toEqual([firstWallet.address]);
    const methods = wallet.records().map(({ method }) => method);
    expect(methods).toEqual(['eth_requestAccounts', 'eth_accounts']);
    const otherWallet = installWallet({ uuid: 'other-uuid' }, new FakeWindow(stored));
    expect(await otherWallet.request('eth_accounts')).toEqual([]);
  });

  it('are available even without session storage', async () => {
    const window = new FakeWindow();
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new Error('opaque origin');
      },
    });
    expect(await installWallet({}, window).request('eth_requestAccounts')).toEqual([
      firstWallet.address,
    ]);
  });
});

describe('personal_sign', () => {
  const message = 'Sign in: ü 1';

  it.each([
    ['a text first', [message, firstWallet.address]],
    ['bytes first', [toHex(message), firstWallet.address.toLowerCase()]],
    ['the address first', [firstWallet.address, message]],
    ['the address first, then bytes', [firstWallet.address, toHex(message)]],
  ])('signs with %s', async (_, params) => {
    const { request } = installWallet({ connected: true });
    const signature = await request('personal_sign', ...params);
    expect(signature).toBe(await signatures.sign(message, firstWallet.privateKey));
  });

  it('signs bytes that have the form of an address', async () => {
    const { request } = installWallet({ connected: true });
    const signature = await request('personal_sign', secondWallet.address, firstWallet.address);
    const bytes = Buffer.from(secondWallet.address.slice(2), 'hex');
    const { verifyMessage } = await import('ethers');
    expect(verifyMessage(bytes, String(signature))).toBe(firstWallet.address);
  });

  it('signs only for the selected account', async () => {
    const { request } = installWallet({ connected: true });
    const rejected = { code: 4100 };
    await expect(request('personal_sign', message, secondWallet.address)).rejects.toMatchObject(
      rejected,
    );
    const notConnected = installWallet();
    await expect(
      notConnected.request('personal_sign', message, firstWallet.address),
    ).rejects.toMatchObject(rejected);
  });

  it.each([[[]], [[message]], [[message, '0x12']], [[1, firstWallet.address]]])(
    'rejects the parameters %j',
    async (params) => {
      const { request } = installWallet({ connected: true });
      await expect(request('personal_sign', ...params)).rejects.toMatchObject({ code: -32602 });
    },
  );

  it('returns a bad signature once', async () => {
    const { request, wallet } = installWallet({ connected: true });
    const sign = () => request('personal_sign', message, firstWallet.address);
    const valid = await sign();

    wallet.next.signWith('wrongKey');
    const wrongKey = await sign();
    expect(await recoverSigner(message, wrongKey)).toBeDefined();
    expect(await recoverSigner(message, wrongKey)).not.toEqual(toLowerCaseAddress(firstWallet));

    wallet.next.signWith('wrongMessage');
    const wrongMessage = await sign();
    expect(await recoverSigner(message, wrongMessage)).not.toEqual(toLowerCaseAddress(firstWallet));
    expect(await recoverSigner(`${message}.`, wrongMessage)).toEqual(
      toLowerCaseAddress(firstWallet),
    );

    wallet.next.signWith('highS');
    const highS = await sign();
    expect(await recoverSigner(message, highS)).toEqual(toLowerCaseAddress(firstWallet));
    expect(await signatures.recover(message, String(highS), new Set(['rsv']))).toBeUndefined();

    wallet.next.signWith('malformed');
    // 0x and 40 of the 65 bytes.
    expect(await sign()).toBe(String(valid).slice(0, 2 + 2 * 40));

    expect(await sign()).toBe(valid);
    const faults = [undefined, 'wrongKey', 'wrongMessage', 'highS', 'malformed', undefined];
    expect(wallet.records().map(({ signedWith }) => signedWith)).toEqual(faults);
    // @ts-expect-error -- not a fault
    expect(() => wallet.next.signWith('wrongkey')).toThrow('expected one of wrongKey,');
  });
});

describe('the chain', () => {
  it('changes when the app or the user switches it', async () => {
    const { request, wallet, events } = installWallet();
    expect(await request('eth_chainId')).toBe('0x1');
    expect(await request('wallet_switchEthereumChain', { chainId: '0x89' })).toBeNull();
    expect(await request('eth_chainId')).toBe('0x89');
    expect(await request('net_version')).toBe('137');
    wallet.switchChain(10);
    wallet.switchChain(10);
    expect(events).toEqual([
      ['chainChanged', '0x89'],
      ['chainChanged', '0xa'],
    ]);
    expect(() => wallet.switchChain(0.5)).toThrow(
      'switchChain: expected a positive integer, got 0.5',
    );
  });

  it('must be added before switching to it (EIP-3085)', async () => {
    const { request } = installWallet();
    const base = { chainId: '0x2105' };
    await expect(request('wallet_switchEthereumChain', base)).rejects.toMatchObject({ code: 4902 });
    const added = { ...base, chainName: 'Base', rpcUrls: ['https://rpc.example.test'] };
    expect(await request('wallet_addEthereumChain', added)).toBeNull();
    expect(await request('eth_chainId')).toBe('0x2105');
    await request('wallet_switchEthereumChain', { chainId: '0x1' });
    expect(await request('wallet_switchEthereumChain', base)).toBeNull();
  });

  it.each([
    ['wallet_switchEthereumChain', {}],
    ['wallet_switchEthereumChain', { chainId: 137 }],
    ['wallet_switchEthereumChain', { chainId: '0x089' }],
    ['wallet_addEthereumChain', { chainId: '0x2105', rpcUrls: [] }],
    ['wallet_requestPermissions', {}],
  ])('%s rejects %j', async (method, param) => {
    const { request } = installWallet();
    await expect(request(method, param)).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a request', () => {
  it('is rejected if its method is unsupported or missing', async () => {
    const { request, provider } = installWallet();
    await expect(request('eth_sendTransaction')).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 4200,
      message: 'The wallet does not support eth_sendTransaction.',
    });
    // @ts-expect-error -- no method
    await expect(provider.request({})).rejects.toMatchObject({ code: -32600 });
    expect(await request('web3_clientVersion')).toBe('flagbearer/wallet');
  });

  it.each([
    ['eth_requestAccounts', []],
    ['personal_sign', ['a', firstWallet.address]],
    ['wallet_switchEthereumChain', [{ chainId: '0x89' }]],
    ['wallet_addEthereumChain', [{ chainId: '0x2105', rpcUrls: ['https://rpc.example.test'] }]],
    ['wallet_requestPermissions', [{ eth_accounts: {} }]],
  ])('%s is rejected by the user, once', async (method, params) => {
    const { request, wallet } = installWallet({ connected: method === 'personal_sign' });
    wallet.next.reject();
    await expect(request(method, ...params)).rejects.toMatchObject({ code: 4001 });
    await expect(request(method, ...params)).resolves.toBeDefined();
  });

  it('is forwarded to a wallet in the test process, and rejected with the error of that wallet', async () => {
    const error = { code: -32603, message: 'the record was not sent' };
    const window = Object.assign(new FakeWindow(), { send: async () => ({ error }) });
    const { request } = installWallet({ binding: 'send' }, window);
    await expect(request('eth_accounts')).rejects.toMatchObject(error);
  });

  it('is processed after the delay, for the account that is selected then', async () => {
    const { request, wallet, window } = installWallet({ connected: true });
    wallet.next.stall(5000);
    const stalled = request('personal_sign', 'a', firstWallet.address);
    wallet.switchAccount(1);
    expect(wallet.records()).toMatchObject([{ status: 'pending' }]);
    expect(window.runTimers()).toEqual([5000]);
    await expect(stalled).rejects.toMatchObject({ code: 4100 });
  });

  it('is rejected while the wallet is disconnected, which emits one event', async () => {
    const { request, wallet, events } = installWallet({ connected: true });
    wallet.disconnect();
    wallet.disconnect();
    await expect(request('eth_accounts')).rejects.toMatchObject({ code: 4900 });
    wallet.reconnect();
    expect(await request('eth_accounts')).toEqual([firstWallet.address]);
    expect(events).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: '0x1' }],
    ]);
  });

  it('that needs the chain is rejected while the chain is disconnected, until the app switches the chain', async () => {
    const { request, wallet } = installWallet({ connected: true });
    wallet.disconnect('chain');
    const sign = () => request('personal_sign', 'a', firstWallet.address);
    await expect(sign()).rejects.toMatchObject({ code: 4901 });
    expect(await request('eth_accounts')).toEqual([firstWallet.address]);
    await request('wallet_switchEthereumChain', { chainId: '0x89' });
    await expect(sign()).resolves.toMatch(/^0x/);
  });

  it.each([
    ['personal_sign', ['a', secondWallet.address], 4100],
    ['wallet_switchEthereumChain', [{ chainId: '0x2105' }], 4902],
  ])(
    '%s is rejected without asking the user if it cannot succeed',
    async (method, params, code) => {
      const { request, wallet } = installWallet({ connected: true });
      wallet.next.reject();
      await expect(request(method, ...params)).rejects.toMatchObject({ code });
      await expect(request('personal_sign', 'a', firstWallet.address)).rejects.toMatchObject({
        code: 4001,
      });
    },
  );

  it('is recorded with its outcome', async () => {
    const { request, wallet } = installWallet();
    await request('eth_chainId');
    await request('eth_sign').catch(() => undefined);
    expect(wallet.records()).toEqual([
      { method: 'eth_chainId', params: [], chainId: 1, status: 'resolved', result: '0x1' },
      {
        method: 'eth_sign',
        params: [],
        chainId: 1,
        status: 'rejected',
        error: { code: 4200, message: 'The wallet does not support eth_sign.' },
      },
    ]);
  });
});

describe('the events', () => {
  it('connect is emitted when the page has loaded', () => {
    const { window, events } = installWallet();
    expect(events).toEqual([]);
    window.dispatchEvent(new Event('load'));
    expect(events).toEqual([['connect', { chainId: '0x1' }]]);
  });

  it('connect is emitted if the page has loaded already', () => {
    const window = new FakeWindow();
    window.document.readyState = 'complete';
    const { events } = installWallet({}, window);
    window.runTimers();
    expect(events).toEqual([['connect', { chainId: '0x1' }]]);
  });

  it('message has a type and data', () => {
    const { wallet, events } = installWallet();
    wallet.message('eth_subscription', { subscription: '0x1' });
    expect(events).toEqual([
      ['message', { type: 'eth_subscription', data: { subscription: '0x1' } }],
    ]);
  });

  it('reach each listener until the listener is removed, even if another listener throws', () => {
    const { provider, wallet, window } = installWallet();
    const received: unknown[] = [];
    const listener = (value: unknown) => received.push(value);
    const failing = () => {
      throw new Error('the app failed');
    };
    provider.on('chainChanged', failing).on('chainChanged', listener);
    wallet.switchChain(137);
    expect(received).toEqual(['0x89']);
    expect(() => window.runTimers()).toThrow('the app failed');
    provider.removeListener('chainChanged', listener).removeListener('chainChanged', failing);
    wallet.switchChain(1);
    expect(received).toEqual(['0x89']);
  });
});
