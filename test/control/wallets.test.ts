import { describe, expect, it } from 'vitest';

import { RITA_WALLET } from './people.ts';
import { useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();

const WALLET = { walletAddress: RITA_WALLET, walletNetwork: 'ETHEREUM' };

describe('listWallets', () => {
  it('lists the first test wallets without private keys', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/wallets');
    expect(body.items).toHaveLength(20);
    expect(body.items[0]).toEqual({ address: RITA_WALLET, index: 0 });
    expect(body.nextCursor).toBe(null);
  });
});

it.each(['scenarios', 'users', 'wallets'])('/%s supports pagination', async (list) => {
  const get = async (query = '') => (await sandbox.send('GET', `/sandbox/${list}${query}`)).body;
  const { items } = await get();
  expect(await get('?limit=1')).toEqual({ items: items.slice(0, 1), nextCursor: '1' });
  expect(await get('?cursor=1')).toEqual({ items: items.slice(1), nextCursor: null });
});

describe('signWithWallet', () => {
  const sign = (address: string, body: unknown) =>
    sandbox.send('POST', `/sandbox/wallets/${address}:sign`, body);
  const start = async (prefix = ''): Promise<string> =>
    (await sandbox.postToService('/v1/auth/cryptoWallet:start', WALLET, prefix)).body.challenge;
  const authenticate = (signature: string, prefix = '') =>
    sandbox.postToService('/v1/auth/cryptoWallet:authenticate', { ...WALLET, signature }, prefix);

  it('signs a challenge that the service accepts (§4.2)', async () => {
    const { body } = await sign(RITA_WALLET, { message: await start() });
    expect((await authenticate(body.signature)).status).toBe(200);
  });

  it('accepts an address in any case, and any text', async () => {
    for (const message of ['', 'é 🏴', 'line\nline']) {
      const { status, body } = await sign(RITA_WALLET.toLowerCase(), { message });
      expect(status).toBe(200);
      expect(body.signature).toMatch(/^0x[0-9a-f]{130}$/);
    }
  });

  it.each([`0x${'0'.repeat(40)}`, 'rita', '0'])(
    'rejects the unknown wallet %s',
    async (address) => {
      const { status, body } = await sign(address, { message: 'hello' });
      expect(status).toBe(404);
      expect(body).toMatchObject({
        code: 'walletUnknown',
        details: [{ pointer: '/path/address' }],
      });
    },
  );

  describe('with a fault', () => {
    it.each(['wrongKey', 'wrongMessage', 'malformed', 'highS', 'otherChain'])(
      'creates a signature that the service rejects: %s (§5.3)',
      async (fault) => {
        const message = await start();
        const { status, body } = await sign(RITA_WALLET, { message, fault });
        expect(status).toBe(200);
        const response = await authenticate(body.signature);
        expect([response.status, response.body.code]).toEqual([401, 'signature']);
        // Only the signature was invalid.
        const correctSigning = await sign(RITA_WALLET, { message });
        expect((await authenticate(correctSigning.body.signature)).status).toBe(200);
      },
    );
    it('signs the previous challenge if the fault is staleChallenge', async () => {
      const previous = await start();
      const message = await start();
      const fault = 'staleChallenge';
      const { body } = await sign(RITA_WALLET, { message, fault, previous });
      expect((await authenticate(body.signature)).body.code).toBe('signature');
      const withoutFault = await sign(RITA_WALLET, { message, previous });
      expect([withoutFault.status, withoutFault.body.details]).toEqual([
        400,
        [{ pointer: '/body/fault', message: 'is required if previous is present' }],
      ]);
      const withOtherFault = await sign(RITA_WALLET, { message, previous, fault: 'wrongKey' });
      expect([withOtherFault.status, withOtherFault.body.details]).toEqual([
        400,
        [
          {
            pointer: '/body/previous',
            message: 'must be omitted if fault is other than staleChallenge',
          },
        ],
      ]);
    });

    it('signs a made-up challenge if the fault is staleChallenge without a previous challenge', async () => {
      const message = await start();
      const fault = 'staleChallenge';
      const { status, body } = await sign(RITA_WALLET, { message, fault });
      expect(status).toBe(200);
      expect((await authenticate(body.signature)).body.code).toBe('signature');
      const secondSigning = await sign(RITA_WALLET, { message, fault });
      expect(secondSigning.body).toEqual(body);
      const correctSigning = await sign(RITA_WALLET, { message });
      expect((await authenticate(correctSigning.body.signature)).status).toBe(200);
    });

    it('signs with the key of another wallet if the fault is wrongKey, also for the first wallet', async () => {
      const { body } = await sandbox.send('GET', '/sandbox/wallets');
      for (const { address } of body.items.slice(0, 2)) {
        const withoutFault = await sign(address, { message: 'hello' });
        const withWrongKey = await sign(address, { message: 'hello', fault: 'wrongKey' });
        expect(withWrongKey.body.signature).not.toBe(withoutFault.body.signature);
      }
    });

    it('creates a high-S signature that a dialect can accept (wallet.signature.accepts)', async () => {
      const dialect = {
        version: 1,
        values: { wallet: { signature: { accepts: ['rsv', 'highS'] } } },
      };
      await sandbox.send('POST', '/sandbox/workspaces', {
        name: 'high-s',
        scenario: 'empty',
        dialect,
      });
      const message = await start('/w/high-s');
      const { body } = await sign(RITA_WALLET, { message, fault: 'highS' });
      expect((await authenticate(body.signature, '/w/high-s')).status).toBe(200);
    });
  });
});

describe('addWalletRecords', () => {
  /** The user has rejected a signature in a browser wallet. */
  const rejectedRecord = {
    method: 'personal_sign',
    params: ['a secret text', RITA_WALLET],
    chainId: 1,
    status: 'rejected',
  };

  /**
   * Authenticates like an app that got no signature and sends the text `undefined` instead. Returns the violated
   * rules, and the text of the report.
   */
  async function authenticateWithoutSignature(workspace: string) {
    const prefix = `/w/${workspace}`;
    await sandbox.postToService('/v1/auth/cryptoWallet:start', WALLET, prefix);
    const body = { ...WALLET, signature: 'undefined' };
    await sandbox.postToService('/v1/auth/cryptoWallet:authenticate', body, prefix);
    const report = await sandbox.send('GET', `${prefix}/sandbox/client-report?format=json`);
    const rules = report.body.mistakes.map(({ rule }: { rule: string }) => rule);
    return { rules, text: JSON.stringify(report.body) };
  }

  it.each([
    ['POST', 'reset'],
    ['DELETE', 'journal'],
  ])(
    'reports a sign-in after a rejected signature, until %s /%s deletes the records',
    async (method, path) => {
      const name = `records-${path}`;
      await sandbox.send('POST', '/sandbox/workspaces', { name, scenario: 'empty' });
      const addResponse = await sandbox.send('POST', `/w/${name}/sandbox/wallet-records`, {
        records: [rejectedRecord],
      });
      expect(addResponse.status).toBe(204);
      const { rules, text } = await authenticateWithoutSignature(name);
      expect(rules).toContain('authenticate-after-rejection');
      expect(text).not.toContain('a secret text');
      await sandbox.send(method, `/w/${name}/sandbox/${path}`);
      expect((await authenticateWithoutSignature(name)).rules).not.toContain(
        'authenticate-after-rejection',
      );
    },
  );
});
