import { describe, expect, it } from 'vitest';
import { declaredAccounts } from '../accounts.ts';
import { pickDetected, useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

/** An account without a private key signs in by email, even if it has a phone number. */
const accountsByEmail = declaredAccounts.map((account) => ({ ...account, privateKey: null }));

describe('discovery with accounts (§2.7, §7)', () => {
  it('detects that a Fraud flag restricts addWallet, addPhone and linkClient', async () => {
    const values = { 'flags.fraudRestricts': ['addWallet', 'addPhone', 'linkClient'] };
    expect(pickDetected(await discover(values), values)).toEqual(values);
  });

  it('tests addWallet even if a wallet is added to the last user who signed in', async () => {
    const values = {
      'bearer.requiredOn': ['addWalletToUser', 'sendSmsOtp'],
      'bearer.accepts': ['client'],
    };
    const accounts = declaredAccounts.filter(({ name }) => name === 'fraud');
    const discovered = await discover(values, { accounts });
    expect(discovered.getValue('identity.addWalletTarget')).toBe('bearerElseLast');
    expect(discovered.openQuestions.get('flags.fraudRestricts')).toBe(
      'Rejected: addWallet; not tested: verifyWallet, addPhone.',
    );
  });

  it('needs an account with an unverified wallet to detect every restricted write', async () => {
    const accounts = declaredAccounts.filter(({ name }) => name !== 'fraud-unverified');
    const discovered = await discover({}, { accounts });
    expect(discovered.openQuestions.get('flags.fraudRestricts')).toBe(
      'Rejected: addWallet; not tested: verifyWallet.',
    );
  });

  it('does not count a write as restricted if the write is rejected for a missing session', async () => {
    const values = {
      'identity.addWalletTarget': 'bearer',
      'otp.email.authenticateReturns': 'empty',
    };
    const { getValue, openQuestions } = await discover(values, { accounts: accountsByEmail });
    expect(getValue('identity.addWalletTarget')).toBe('bearer');
    expect(getValue('errors.status.bearer')).toBe(401);
    for (const key of ['errors.status.flagRestricts', 'flags.fraudRestricts']) {
      expect(openQuestions.get(key)).toBe(
        'Needs accounts[].privateKey: a sign-in by code returns no sessionJwt.',
      );
    }
  });

  it('does not test addPhone with a flagged account that gets no session', async () => {
    const values = { 'otp.email.authenticateReturns': 'empty' };
    const { openQuestions } = await discover(values, { accounts: accountsByEmail });
    expect(openQuestions.get('flags.fraudRestricts')).toBe(
      'Rejected: addWallet; not tested: verifyWallet, addPhone, linkClient.',
    );
  });

  it('reads accounts that sign in by email', async () => {
    const values = {
      'user.names.flags': 'alerts',
      'user.names.kyc': 'verification',
      'user.names.transactions': 'payments',
      'flags.categoryNames': { Fraud: 'X', 'KYC Review': 'Y', 'Transaction Processing': 'Z' },
      'flags.withhold': [],
    };
    const discovered = await discover(values, { accounts: accountsByEmail });
    expect(pickDetected(discovered, values)).toEqual(values);
    // The sum of 18 sends without accounts, one for each account, and at most 12 for repeated sign-ins.
    expect(discovered.budget.otpSends.used).toBeLessThanOrEqual(18 + accountsByEmail.length + 12);
  });

  it('reports a category that no account has', async () => {
    const accounts = declaredAccounts.filter(
      ({ flags }) => !flags?.some(({ category }) => category === 'KYC Review'),
    );
    const discovered = await discover({}, { accounts });
    expect(discovered.openQuestions.get('flags.categoryNames')).toBe(
      'Category names: Fraud: Fraud; KYC Review: not observed; Transaction Processing: Transaction Processing.',
    );
  });

  it('adds a declared flag to the catalogue if its category differs from the default', async () => {
    const flagOfOtherCategory = { code: 'K1001', category: 'Transaction Processing' } as const;
    const accounts = declaredAccounts.map((account) => ({
      ...account,
      flags:
        account.flags?.map((flag) => (flag.code === 'K1001' ? flagOfOtherCategory : flag)) ?? null,
    }));
    const discovered = await discover({}, { accounts });
    expect(discovered.getValue('flags.catalogue')).toContainEqual({
      ...flagOfOtherCategory,
      title: 'K1001',
      message: 'The declared account has the flag K1001.',
      example: true,
    });
  });

  it('succeeds with accounts that only sign in by email if unknown identities are rejected', async () => {
    const values = {
      'user.path': '/v1/user',
      'user.names.flags': 'alerts',
      'session.ttl': 'PT2H',
      'flags.withhold': [],
    };
    const discovered = await discover(
      { ...values, 'identity.unknown': 'rejectAtStart' },
      { accounts: accountsByEmail },
    );
    expect(pickDetected(discovered, values)).toEqual(values);
  });

  it('marks keys about new users as not applicable if unknown identities are rejected', async () => {
    const discovered = await discover({ 'identity.unknown': 'rejectAtStart' });
    expect(discovered.openQuestions.get('kyc.beforeSubmission')).toBe(
      'Not applicable: the deployment creates no users for new wallets.',
    );
    expect(discovered.openQuestions.get('userMask.absent')).toBe(
      'Not applicable: the deployment creates no users for new wallets.',
    );
    expect(discovered.getValue('user.names.flags')).toBe('flags');
    expect(discovered.getValue('otp.email.maxAttempts')).toBe(5);
  });
});
