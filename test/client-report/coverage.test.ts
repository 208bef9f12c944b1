import { describe, expect, it } from 'vitest';
import { toNetworkIdentity, createWallet } from '../sandbox.ts';
import { useObservedWorkspaces, type Session } from './observed-workspace.ts';
import { runCarefulClient } from './careful-client.ts';

const createWorkspace = useObservedWorkspaces();

describe('a correct client', () => {
  it('has no mistakes and nearly complete coverage', { timeout: 30_000 }, async () => {
    const careful = await createWorkspace();
    await runCarefulClient(careful);
    const { mistakes, coverage } = await careful.report();
    expect(mistakes).toEqual([]);
    // The careful client does not cause these two errors, and covers everything else.
    const { percent, ...parts } = coverage;
    const missing = Object.values(parts).flatMap((part) => part.missing);
    expect(missing).toEqual([
      'authenticateWallet flagRestricts',
      'authenticateSmsOtp identityTaken',
    ]);
    const seen = Object.values(parts).flatMap((part) => part.seen);
    expect(percent).toBe(Math.floor((100 * seen.length) / (seen.length + missing.length)));
  });
});

describe('the coverage in a client report', () => {
  it('is 0 percent at the start, and lists all items as missing', async () => {
    const { coverage, requests } = await (await createWorkspace()).report();
    expect({ requests, percent: coverage.percent }).toEqual({ requests: 0, percent: 0 });
    expect(coverage.operations).toEqual({
      seen: [],
      missing: expect.arrayContaining(['startWalletAuth', 'getUser']),
    });
    expect(coverage.kycStatuses.missing).toEqual(['APPROVED', 'IN_REVIEW', 'DECLINED']);
  });

  it('lists flags and statuses that the dialect returns in another form', async () => {
    const observed = await createWorkspace({
      user: {
        path: '/v1/account/user',
        envelope: 'data',
        flagsShape: 'byCategory',
        names: { kyc: 'identityCheck', flags: 'marks', code: 'id', transactions: 'payments' },
      },
      wallet: { variant: 'network' },
      userMask: { absent: 'null' },
    });
    const readUser = async ({ session }: Session) => {
      const headers = { authorization: `Bearer ${session}` };
      expect((await observed.app.send('/v1/account/user', { headers })).status).toBe(200);
    };
    for (const key of ['hugo', 'kira', 'olga', 'paul']) {
      await readUser(await observed.signInAs(key));
    }
    await readUser(await observed.signIn());
    const { coverage, mistakes } = await observed.report();
    expect(mistakes).toEqual([]);
    expect(coverage).toMatchObject({
      variants: { seen: ['walletNetwork ETHEREUM'], missing: ['walletNetwork POLYGON'] },
      userMasks: { missing: [] },
      flagCategories: { seen: ['Fraud', 'KYC Review', 'Transaction Processing'] },
      flags: { seen: ['F1001', 'K1001', 'T1001', 'T1002'] },
      kycStatuses: { seen: ['APPROVED', 'IN_REVIEW'] },
      cryptoStatuses: { seen: ['COMPLETE', 'FAILED', 'returned'] },
    });
  });

  it('lists F0000 even if the dialect assigns a category to this code', async () => {
    const texts = { title: 'Account', message: 'Please contact support.' };
    const observed = await createWorkspace(
      {
        flags: {
          catalogue: [
            { code: 'F0000', category: 'Fraud', ...texts },
            { code: 'T9', category: 'Transaction Processing', ...texts },
          ],
        },
      },
      'empty',
    );
    const { session, userId } = await observed.signIn();
    await observed.workspace.control(`/users/${userId}`, {
      method: 'PATCH',
      body: { addFlags: ['F0000'] },
    });
    await observed.app.readUser(session);
    const { coverage } = await observed.report();
    expect(coverage.flagCategories).toEqual({
      seen: ['F0000', 'Fraud'],
      missing: ['Transaction Processing'],
    });
  });

  it('omits items that do not exist in the dialect', async () => {
    const texts = { title: 'Payment', message: 'It failed.' };
    const dialect = {
      user: { names: { transactions: 'none' } },
      wallet: { variant: 'type', types: ['EVM', 'SVM'] },
      flags: {
        catalogue: [{ code: 'T9', category: 'Transaction Processing', ...texts }],
        // The default withholds data for F0000, which this catalogue does not have.
        withhold: [],
      },
    };
    const observed = await createWorkspace(dialect, 'empty');
    const { coverage } = await observed.report();
    expect(coverage).toMatchObject({
      variants: { missing: ['walletType EVM', 'walletType SVM'] },
      flagCategories: { missing: ['Transaction Processing'] },
      flags: { missing: ['T9'] },
      cryptoStatuses: { seen: [], missing: [] },
    });
  });

  it('counts a rejection caused by a fault', async () => {
    const observed = await createWorkspace();
    await observed.setFault({
      match: { operation: 'authenticateWallet' },
      effect: { code: 'flagRestricts' },
      times: 1,
    });
    const wallet = createWallet();
    await observed.app.start(toNetworkIdentity(wallet));
    await observed.app.authenticate(
      toNetworkIdentity(wallet),
      // The fault rejects the request before the signature is verified.
      await wallet.signMessage('any text'),
    );
    const { coverage, mistakes } = await observed.report();
    expect(mistakes).toEqual([]);
    expect(coverage.errorCauses.seen).toEqual(['authenticateWallet flagRestricts']);
  });
});
