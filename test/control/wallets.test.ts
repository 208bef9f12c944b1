import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RITA_WALLET } from './people.ts';
import { startTestSandbox } from './sandbox.ts';
import type { TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const CLIENT = { 'service-client-id': 'wallet-app', 'service-client-secret': 'wallet-app-secret' };

describe('listWallets', () => {
  it('lists the first test wallets, and never a key', async () => {
    const { body } = await sandbox.call('GET', '/sandbox/wallets');
    expect(body.items).toHaveLength(20);
    expect(body.items[0]).toEqual({ address: RITA_WALLET, index: 0 });
  });
});

describe('signWithWallet', () => {
  const sign = (address: string, body: unknown) =>
    sandbox.call('POST', `/sandbox/wallets/${address}:sign`, body);

  it('signs a challenge that the service takes (§4.2)', async () => {
    const wallet = { walletAddress: RITA_WALLET, walletNetwork: 'ETHEREUM' };
    const start = await sandbox.call('POST', '/v1/auth/cryptoWallet:start', wallet, CLIENT);
    const { body } = await sign(RITA_WALLET, { message: start.body.challenge });
    const { status } = await sandbox.call(
      'POST',
      '/v1/auth/cryptoWallet:authenticate',
      { ...wallet, ...body },
      CLIENT,
    );
    expect(status).toBe(200);
  });

  it('takes an address in any case, and any text', async () => {
    for (const message of ['', 'é 🏴', 'line\nline']) {
      const { status, body } = await sign(RITA_WALLET.toLowerCase(), { message });
      expect(status).toBe(200);
      expect(body.signature).toMatch(/^0x[0-9a-f]{130}$/);
    }
  });

  it.each([`0x${'0'.repeat(40)}`, 'rita', '0'])('does not know the wallet %s', async (address) => {
    const { status, body } = await sign(address, { message: 'hello' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'walletUnknown', details: [{ pointer: '/path/address' }] });
  });
});
