import { beforeEach, describe, expect, it } from 'vitest';

import { createId } from './people.ts';
import { listPointers, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const readExpectations = (ref: string, query = '') =>
  sandbox.send('GET', `/sandbox/users/${ref}/expectations${query}`);

describe('getExpectations', () => {
  it('returns what a client must show for a user', async () => {
    const { status, body } = await readExpectations('rita');
    expect(status).toBe(200);
    expect(body).toEqual({
      user: 'rita',
      messages: [
        {
          flag: 'K1001',
          category: 'KYC Review',
          messageKey: 'flags.K1001',
          clause: '3.2',
          severity: 'warning',
        },
      ],
      personalInformation: 'visible',
      transactionHistory: 'visible',
      writes: 'allowed',
      restrictedOperations: [],
      restrictedWrites: [],
      onboarding: 'skipped',
      next: [
        { action: 'reviewFlags', clause: '3.2' },
        { action: 'showMessage', clause: '7.1' },
        { action: 'readUserAgain', clause: '3' },
        { action: 'readUserAgain', clause: '3.1' },
      ],
    });
  });

  it.each([createId(1), 'rita', '%2B12025550143', 'rita@example.test'])(
    'finds a user by %s',
    async (ref) => {
      expect((await readExpectations(ref)).body.user).toBe('rita');
    },
  );

  it('returns a result that depends on the client (§5.6)', async () => {
    const readActions = async (query: string) =>
      (await readExpectations('rita', query)).body.next.map(
        ({ action }: { action: string }) => action,
      );
    expect(await readActions('?clientId=exchange-app')).toContain('linkAccount');
    expect(await readActions('?clientId=wallet-app')).not.toContain('linkAccount');
    expect(await readActions('')).not.toContain('linkAccount');
  });

  it('reflects changes of the account', async () => {
    expect((await readExpectations('newcomer')).body.onboarding).toBe('required');
    await sandbox.send('POST', '/sandbox/users/newcomer:submitKyc', {
      outcome: 'DECLINED',
      flags: ['F1001', 'F0000'],
    });
    expect((await readExpectations('newcomer')).body).toMatchObject({
      messages: [{ flag: 'F1001' }, { flag: 'F0000' }],
      personalInformation: 'withheld',
      writes: 'restricted',
      restrictedOperations: ['addWalletToUser', 'submitKyc', 'submitTransaction'],
      restrictedWrites: [
        { operation: 'addWalletToUser', write: 'addWallet' },
        { operation: 'submitKyc', write: 'submitKyc' },
        { operation: 'submitTransaction', write: 'submitTransaction' },
      ],
      onboarding: 'skipped',
    });
  });

  it('includes a settlement once it is due (§3)', async () => {
    const settles = { after: 'PT30S', outcome: 'failure' };
    await sandbox.send('POST', '/sandbox/users/newcomer/transactions', { settles });
    expect((await readExpectations('newcomer')).body.messages).toEqual([]);
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'PT30S' });
    expect((await readExpectations('newcomer')).body.messages).toMatchObject([{ flag: 'T1001' }]);
  });

  it('rejects an unknown user or client', async () => {
    const unknownUser = await readExpectations('nobody');
    expect([unknownUser.status, unknownUser.body.code]).toEqual([404, 'userUnknown']);
    const unknownClient = await readExpectations('rita', '?clientId=wallet-ap');
    expect([unknownClient.status, unknownClient.body.code]).toEqual([400, 'invalidRequest']);
    expect(listPointers(unknownClient.body)).toEqual(['/query/clientId']);
    expect((await readExpectations('rita', '?client=wallet-app')).status).toBe(400);
  });
});
