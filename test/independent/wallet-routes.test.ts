import { Wallet } from 'ethers';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  startApplications,
  createWallet,
  getSeededAccount,
  testedVariants,
} from './every-variant.ts';
import { seededAccounts, startIndependentServer } from './server.ts';
import { VariantClient, type SignedIn } from './variant-client.ts';

describe.each(testedVariants)('the independent server with the variant %s', (_name, variant) => {
  const { client, second, createRefusal, signIn } = startApplications(variant);
  const ada = getSeededAccount('Ada Approved');
  const rita = getSeededAccount('Rita Review');
  const frank = getSeededAccount('Frank Fraud');

  describe('a wallet sign-in', () => {
    it('returns a session and the user', async () => {
      const { userMask } = await signIn(ada.wallet);
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(userMask).toMatchObject({
        id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        createTime: instant,
        updateTime: instant,
        phoneMask: expect.stringMatching(/0101$/),
        preferredMfaMethod: 'OTP_SMS',
      });
      expect(userMask['phoneMask']).not.toContain('202555');
    });

    it('returns the configured mask for a user without a phone', async () => {
      const { privateKey = '' } = seededAccounts.find(({ name }) => name === 'Nick New') ?? {};
      const { userMask } = await signIn(new Wallet(privateKey));
      const masks = { absent: undefined, null: null, empty: '' };
      expect(userMask['phoneMask']).toBe(masks[variant.masks.withoutPhone]);
    });

    it('returns a challenge with the phrase and a new random part', async () => {
      const challenges = [await client.start(ada.wallet), await client.start(ada.wallet)];
      expect(new Set(challenges).size).toBe(2);
      for (const challenge of challenges) {
        const [before, random] = challenge.split(variant.challenge.phrase);
        expect(before).toBe('');
        expect(random).toMatch(/^[\w-]{32,}$/);
      }
    });

    it('is rejected if another wallet signed', async () => {
      const challenge = await client.start(ada.wallet);
      const forged = await client.authenticate(ada.wallet, challenge, rita.wallet);
      expect(forged).toMatchObject(createRefusal('signature'));
      const { status } = await client.authenticate(ada.wallet, challenge);
      expect(status < 400).toBe(variant.challenge.afterBadSignature === 'kept');
    });

    it('accepts a challenge once or repeatedly, as the variant defines', async () => {
      const challenge = await client.start(ada.wallet);
      expect((await client.authenticate(ada.wallet, challenge)).status).toBeLessThan(300);
      const { status } = await client.authenticate(ada.wallet, challenge);
      expect(status < 400).toBe(variant.challenge.afterSuccess === 'kept');
    });

    it('accepts the first of two challenges if it stays valid', async () => {
      const challenge = await client.start(rita.wallet);
      await client.start(rita.wallet);
      const { status } = await client.authenticate(rita.wallet, challenge);
      expect(status < 400).toBe(variant.challenge.secondStart === 'both stay valid');
    });

    it('accepts or rejects a challenge of another client application, as the variant defines', async () => {
      const challenge = await client.start(frank.wallet);
      const { status } = await second.authenticate(frank.wallet, challenge);
      expect(status < 400).toBe(!variant.boundToClient);
    });

    it('requires a known network', async () => {
      const walletAddress = ada.wallet.address;
      const accepts = async (network: object) =>
        (await client.post('cryptoWallet:start', { walletAddress, ...network })).status < 400;
      const { fields, bothFields } = variant.wallet;
      const ignoresUnknown = variant.requests.unknownFields === 'ignored';
      const acceptsBoth = fields === 'either' ? bothFields === 'accepted' : ignoresUnknown;
      expect(await accepts({ walletNetwork: 'POLYGON' })).toBe(fields !== 'walletType');
      expect(await accepts({ walletType: 'EVM' })).toBe(fields !== 'walletNetwork');
      expect(await accepts({ walletNetwork: 'ETHEREUM', walletType: 'EVM' })).toBe(acceptsBoth);
      expect(await accepts({ walletNetwork: 'BITCOIN' })).toBe(false);
      expect(await accepts({ walletNetwork: 'ethereum' })).toBe(false);
      expect(await accepts({ walletType: 'SOLANA' })).toBe(false);
      expect(await accepts({})).toBe(false);
    });

    it('requires an address with a valid checksum or in one case', async () => {
      const accepts = async (walletAddress: string) => {
        const body = { ...client.createWalletBody(ada.wallet), walletAddress };
        return (await client.post('cryptoWallet:start', body)).status < 400;
      };
      const { address } = ada.wallet;
      const swapped = address.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      expect(await accepts(address.toLowerCase())).toBe(true);
      expect(await accepts(`0x${swapped.slice(2)}`)).toBe(variant.wallet.checksum === 'ignored');
      expect(await accepts(address.slice(0, -1))).toBe(false);
    });
  });

  describe('a wallet added to a user', () => {
    const needsSession = variant.wallet.addTarget === 'user of the session';

    async function addWallet(wallet: Wallet, { sessionJwt }: SignedIn) {
      const body = client.createWalletBody(wallet);
      return client.post('cryptoWallet:addToUser', body, needsSession ? sessionJwt : undefined);
    }

    it('is unverified until it authenticates, and then signs in that user', async () => {
      const user = await signIn(ada.wallet);
      const wallet = createWallet();
      const added = await addWallet(wallet, user);
      expect(added).toMatchObject({
        status: variant.responses.successStatus['cryptoWallet:addToUser'] ?? 200,
        text: '{}',
      });
      const { walletsField } = variant.userRead;
      const expectStatus = async (status: string) => {
        if (walletsField === null) return;
        const walletAddress = wallet.address.toLowerCase();
        const { [walletsField]: wallets } = await client.readUser(user);
        expect(wallets).toContainEqual({ walletAddress, status });
      };
      await expectStatus('unverified');
      expect((await client.signInByWallet(wallet)).userId).toBe(user.userId);
      await expectStatus('verified');
      expect((await second.signInByWallet(wallet)).userId).toBe(user.userId);
    });

    it('can be added again, and to another user until it is verified, as the variant defines', async () => {
      const wallet = createWallet();
      expect((await addWallet(wallet, await signIn(ada.wallet))).status).toBeLessThan(300);
      const again = await addWallet(wallet, await signIn(ada.wallet));
      expect(again.status < 400).toBe(variant.wallet.repeatedAdd === 'accepted');
      const taken = await addWallet(wallet, await signIn(rita.wallet));
      expect(taken.status < 400).toBe(variant.wallet.unverifiedOfOtherUser === 'moved');
      await signIn(wallet);
      expect(await addWallet(ada.wallet, await signIn(rita.wallet))).toMatchObject(
        createRefusal('conflict'),
      );
    });

    it('is rejected under a Fraud flag, and nothing is written', async () => {
      const user = await signIn(frank.wallet);
      const before = await client.readUser(user);
      const wallet = createWallet();
      expect(await addWallet(wallet, user)).toMatchObject(createRefusal('fraud'));
      const { userId } = await client.signInByWallet(wallet);
      expect(userId === undefined).toBe(variant.identities.unknown !== 'sign up');
      expect(userId).not.toBe(user.userId);
      expect({ ...(await client.readUser(user)), requestId: 0 }).toEqual({
        ...before,
        requestId: 0,
      });
    });

    it('requires a user', async () => {
      const server = await startIndependentServer({ variant });
      onTestFinished(async () => server.close());
      const stranger = new VariantClient(() => server, variant);
      expect(
        await stranger.post('cryptoWallet:addToUser', client.createWalletBody(createWallet())),
      ).toMatchObject(createRefusal(needsSession ? 'bearer' : 'unknownUser'));
    });
  });
});
