import { verifyMessage } from 'ethers';
import { afterAll, describe, expect, it } from 'vitest';

import { startSandbox, type SignatureFault } from '../../src/index.ts';
import { AUTHENTICATE, requestChallenge, toIdentity, signIn } from './kit.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const kinds: SignatureFault[] = [
  'wrongKey',
  'wrongMessage',
  'staleChallenge',
  'malformed',
  'highS',
  'otherChain',
];

describe('a created wallet', () => {
  it('belongs to no user, and signs as personal_sign does', async () => {
    await using workspace = await sandbox.workspace();
    const [wallet, other] = [workspace.wallets.create(), workspace.wallets.create()];
    expect(wallet.address).not.toBe(other.address);
    expect(verifyMessage('a text', await wallet.sign('a text'))).toBe(wallet.address);
    await expect(workspace.users.get(wallet.address)).rejects.toMatchObject({
      code: 'userUnknown',
    });
    await signIn(workspace.client(), wallet);
    expect((await workspace.users.get(wallet.address)).wallets).toMatchObject([
      { status: 'verified' },
    ]);
  });

  it.each(kinds)(
    'returns an invalid signature of the kind %s, before and after the first valid signature',
    async (kind) => {
      await using workspace = await sandbox.workspace();
      const client = workspace.client();
      const usedWallet = workspace.wallets.at(0);
      await signIn(client, usedWallet);
      for (const wallet of [workspace.wallets.create(), usedWallet]) {
        const challenge = await requestChallenge(client, wallet);
        const authenticate = (signature: string) =>
          client.POST(AUTHENTICATE, { body: { ...toIdentity(wallet), signature } });
        const { response, error } = await authenticate(await wallet.signBadly(kind, challenge));
        expect([response.status, error?.code]).toEqual([401, 'signature']);
        // A valid signature is accepted, so only the signature was wrong.
        expect((await authenticate(await wallet.sign(challenge))).response.status).toBe(200);
      }
    },
  );

  it('rejects an undefined challenge, and does not use it as the previous challenge', async () => {
    await using workspace = await sandbox.workspace();
    const wallet = workspace.wallets.create();
    // A test passes undefined if it reads the challenge of an error response.
    const message = 'wallet: expected a challenge to sign, got undefined';
    const first = await wallet.sign('Sign: one');
    await expect(wallet.sign(undefined as never)).rejects.toThrow(message);
    await expect(wallet.signBadly('wrongKey', undefined as never)).rejects.toThrow(message);
    expect(await wallet.signBadly('staleChallenge', 'Sign: two')).toBe(first);
  });

  it('signs the previous challenge as staleChallenge, or a made-up challenge without a previous one', async () => {
    await using workspace = await sandbox.workspace();
    const wallet = workspace.wallets.create();
    const first = await wallet.sign('Sign: one');
    expect(await wallet.signBadly('staleChallenge', 'Sign: two')).toBe(first);
    const other = await workspace.wallets.create().signBadly('staleChallenge', 'Sign: two');
    expect(other).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('is accepted with highS if the dialect allows it', async () => {
    await using workspace = await sandbox.workspace({
      dialect: { version: 1, values: { wallet: { signature: { accepts: ['rsv', 'highS'] } } } },
    });
    const [client, wallet] = [workspace.client(), workspace.wallets.create()];
    const signature = await wallet.signBadly('highS', await requestChallenge(client, wallet));
    const { response } = await client.POST(AUTHENTICATE, {
      body: { ...toIdentity(wallet), signature },
    });
    expect(response.status).toBe(200);
  });

  it('rejects an unknown kind', async () => {
    await using workspace = await sandbox.workspace();
    const wallet = workspace.wallets.create();
    // @ts-expect-error no such kind
    await expect(wallet.signBadly('wrong', 'a text')).rejects.toThrow(
      'signBadly: expected one of wrongKey, wrongMessage, staleChallenge, malformed, highS, otherChain, got "wrong"',
    );
  });
});

describe('the wallet at an index', () => {
  it('is the wallet that scenarios use for this index', async () => {
    // The control API lists the wallets 0 to 19. The last index is 9999.
    const users = [0, 19, 20, 9999].map((wallet) => ({
      key: `w${wallet}`,
      wallets: [{ wallet, network: 'ETHEREUM' as const, status: 'verified' as const }],
    }));
    await using workspace = await sandbox.workspace({ scenario: { name: 'wallets', users } });
    for (const { key, wallets } of users) {
      const wallet = workspace.wallets.at(wallets[0]!.wallet);
      expect((await workspace.users.get(wallet.address)).key).toBe(key);
      const session = await signIn(workspace.client(), wallet);
      expect((await session.GET('/user')).response.status).toBe(200);
    }
  });

  it.each([-1, 10_000, 0.5])('has no wallet at index %d', async (index) => {
    await using workspace = await sandbox.workspace();
    expect(() => workspace.wallets.at(index)).toThrow(RangeError);
  });
});
