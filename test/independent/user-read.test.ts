import { describe, expect, it } from 'vitest';

import { startApplications, getSeededAccount, testedVariants } from './every-variant.ts';
import { toObject } from './variant-client.ts';

describe.each(testedVariants)('the independent server with the variant %s', (_name, variant) => {
  const { client, second, createRefusal, signIn } = startApplications(variant);
  const ada = getSeededAccount('Ada Approved');

  describe('the user read', () => {
    const { kyc, flags, transactions, personalInformation } = variant.userRead;

    async function readAccount(name: string) {
      const user = await client.readUser(await signIn(getSeededAccount(name).wallet));
      const person =
        personalInformation.field === null ? user : toObject(user[personalInformation.field]);
      const history = transactions === null ? undefined : user[transactions.field];
      return {
        kyc: user[kyc.field],
        flags: user[flags.field],
        name: person[personalInformation.name],
        history: Array.isArray(history) ? history.map(toObject) : history,
      };
    }

    it.each([
      ['Ada Approved', 'APPROVED', []],
      ['Rita Review', 'IN_REVIEW', [['F2001', 'KYC Review']]],
      ['Frank Fraud', 'DECLINED', [['F1001', 'Fraud']]],
      ['Zoe Zero', 'IN_REVIEW', [['F0000', 'KYC Review']]],
      ['Fay Failed', 'APPROVED', [['F3001', 'Transaction Processing']]],
      ['Ray Returned', 'APPROVED', [['F3002', 'Transaction Processing']]],
    ] as const)('returns %s with the KYC status %s', async (name, status, expected) => {
      const user = await readAccount(name);
      expect(user.kyc).toEqual({ status });
      const isHidden = name === 'Zoe Zero' && personalInformation.withF0000 !== 'shown';
      if (isHidden) expect(user.name ?? null).toBeNull();
      else expect(user.name).toBe(name);
      if (expected.length === 0 && flags.whenNone === 'absent') {
        expect(user.flags).toBeUndefined();
        return;
      }
      const text = JSON.stringify(user.flags);
      expect(Array.isArray(user.flags)).toBe(flags.shape === 'list');
      for (const [code, category] of expected) {
        expect(text).toContain(`"${code}"`);
        expect(text).toContain(`"${flags.categories[category]}"`);
      }
    });

    it.each([
      ['Frank Fraud', ['COMPLETE']],
      ['Zoe Zero', ['COMPLETE']],
      ['Paul Pending', ['PENDING', 'COMPLETE']],
      ['Fay Failed', ['FAILED']],
      ['Ray Returned', ['COMPLETE']],
    ])('returns the transactions of %s as %j', async (name, statuses) => {
      const { history } = await readAccount(name);
      if (transactions === null) {
        expect(history).toBeUndefined();
        return;
      }
      const hashes = { absent: undefined, null: null, empty: '' };
      expect(history).toMatchObject(
        statuses.map((status) => ({ [transactions.cryptoStatus]: status })),
      );
      if (!Array.isArray(history)) throw new Error('no list');
      for (const { transactionHash, [transactions.cryptoStatus]: status } of history) {
        if (status === 'COMPLETE') expect(transactionHash).toMatch(/^0x[\da-f]{64}$/);
        else expect(transactionHash).toBe(hashes[transactions.hashBeforeComplete]);
      }
    });

    it('is rejected for an unknown user', async () => {
      const { sessionJwt } = await signIn(ada.wallet);
      const response = await client.read({
        sessionJwt: `${sessionJwt}x`,
        userId: '00000000-0000-4000-8000-000000000000',
        userMask: {},
      });
      const reason = 'session' in variant.userRead.identifiedBy ? 'bearer' : 'unknownUser';
      expect(response).toMatchObject(createRefusal(reason));
    });

    it('accepts or rejects the session of another client application, as the variant defines', async () => {
      const signedIn = await signIn(ada.wallet);
      const isAccepted = !('session' in variant.userRead.identifiedBy) || !variant.boundToClient;
      expect((await second.read(signedIn)).status < 400).toBe(isAccepted);
    });
  });
});
