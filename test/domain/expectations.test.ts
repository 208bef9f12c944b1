import { describe, expect, it } from 'vitest';

import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { deriveExpectations } from '../../src/domain/expectations.ts';
import type { Account, Expectations } from '../../src/domain/expectations.ts';
import { createDialect } from '../contract/dialect-variations.ts';

/** A user without flags or failures. */
const cleanAccount: Account = {
  id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
  key: 'rita',
  kyc: 'APPROVED',
  flags: [],
  wallets: [{ status: 'verified' }],
  transactions: [{ cryptoStatus: 'COMPLETE' }],
  linkedClients: ['wallet-app'],
};

const unverifiedWallet = { status: 'unverified' } as const;

interface Options {
  readonly dialect?: Dialect;
  readonly clientId?: string;
}

/** Derives the expectations of the clean account with some changes. */
function deriveForAccount(
  changes: Partial<Account>,
  { dialect = defaultDialect, clientId }: Options = {},
): Expectations {
  return deriveExpectations({ ...cleanAccount, ...changes }, { dialect, clientId });
}

/** Returns each restricted write as `operation: write`. */
function listRestrictedWrites(changes: Partial<Account>, options?: Options): string[] {
  return deriveForAccount(changes, options).restrictedWrites.map(
    ({ operation, write }) => `${operation}: ${write}`,
  );
}

/** Returns each next step as `action §clause`. */
function listNextSteps(changes: Partial<Account>, options?: Options): string[] {
  return deriveForAccount(changes, options).next.map(
    ({ action, clause }) => `${action} §${clause}`,
  );
}

const restrictAllDialect = createDialect({
  'flags.fraudRestricts': ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'],
});

describe('the expected UI of a user', () => {
  it('requires nothing for a user without problems', () => {
    expect(deriveForAccount({})).toEqual({
      user: 'rita',
      messages: [],
      personalInformation: 'visible',
      transactionHistory: 'visible',
      writes: 'allowed',
      restrictedOperations: [],
      restrictedWrites: [],
      onboarding: 'skipped',
      next: [],
    });
  });

  it('identifies a user without a key by id', () => {
    expect(deriveForAccount({ key: null }).user).toBe(cleanAccount.id);
  });
});

describe('§7.1 messages', () => {
  it('contain one message for each flag, in the order of the flags', () => {
    const { messages } = deriveForAccount({ flags: ['T1002', 'F0000', 'K1001', 'F1001'] });
    expect(messages).toEqual([
      {
        flag: 'T1002',
        category: 'Transaction Processing',
        messageKey: 'flags.T1002',
        clause: '3.3',
        severity: 'error',
      },
      {
        flag: 'F0000',
        category: null,
        messageKey: 'flags.F0000',
        clause: '7.2',
        severity: 'blocking',
      },
      {
        flag: 'K1001',
        category: 'KYC Review',
        messageKey: 'flags.K1001',
        clause: '3.2',
        severity: 'warning',
      },
      {
        flag: 'F1001',
        category: 'Fraud',
        messageKey: 'flags.F1001',
        clause: '7.4',
        severity: 'blocking',
      },
    ]);
  });

  it('are a required next step for every flag', () => {
    for (const { code } of defaultDialect.flags.catalogue) {
      expect(listNextSteps({ flags: [code] })).toEqual(['showMessage §7.1']);
    }
  });

  it('contain a warning for F0000 if the dialect withholds no information', () => {
    const dialect = createDialect({ 'flags.withhold': [] });
    const { messages } = deriveForAccount({ flags: ['F0000'] }, { dialect });
    expect(messages[0]).toMatchObject({ clause: '7.1', severity: 'warning' });
  });
});

describe('§7.2, §7.3 visible data', () => {
  it.each(defaultDialect.flags.catalogue)(
    'includes the transaction history with $code, and personal information except with F0000',
    ({ code }) => {
      expect(deriveForAccount({ flags: [code] })).toMatchObject({
        personalInformation: code === 'F0000' ? 'withheld' : 'visible',
        transactionHistory: 'visible',
      });
    },
  );
});

describe('§7.4 restricted writes', () => {
  const userWithFraudFlag = { flags: ['F1002'], wallets: [unverifiedWallet] };

  it('are empty under every flag outside the category Fraud', () => {
    const flags = ['F0000', 'K1001', 'K1002', 'T1001', 'T1002'];
    expect(deriveForAccount({ flags, wallets: [unverifiedWallet] })).toMatchObject({
      writes: 'allowed',
      restrictedOperations: [],
    });
  });

  it('list each restricted operation once', () => {
    expect(deriveForAccount(userWithFraudFlag).restrictedOperations).toEqual([
      'addWalletToUser',
      'authenticateWallet',
      'submitKyc',
      'submitTransaction',
    ]);
  });

  it('apply under a Fraud flag, with any other flags', () => {
    const user = { ...userWithFraudFlag, flags: ['F0000', 'F1002'] };
    expect(deriveForAccount(user).writes).toBe('restricted');
    expect(listRestrictedWrites(user)).toEqual([
      'addWalletToUser: addWallet',
      'authenticateWallet: verifyWallet',
      'submitKyc: submitKyc',
      'submitTransaction: submitTransaction',
    ]);
  });

  it('omit the verification of a wallet if the user has no wallet', () => {
    expect(listRestrictedWrites({ flags: ['F1001'], wallets: [] })).toEqual([
      'addWalletToUser: addWallet',
      'submitKyc: submitKyc',
      'submitTransaction: submitTransaction',
    ]);
  });

  it('are the writes that the dialect lists, and all submissions', () => {
    const dialect = createDialect({ 'flags.fraudRestricts': ['addWallet'] });
    expect(listRestrictedWrites(userWithFraudFlag, { dialect })).not.toContain(
      'authenticateWallet: verifyWallet',
    );
    // No linkClient: wallet-app is linked already.
    const options = { dialect: restrictAllDialect, clientId: 'wallet-app' };
    expect(listRestrictedWrites(userWithFraudFlag, options)).toEqual([
      'addWalletToUser: addWallet',
      'authenticateWallet: verifyWallet',
      'sendSmsOtp: addPhone',
      'authenticateSmsOtp: addPhone',
      'submitKyc: submitKyc',
      'submitTransaction: submitTransaction',
    ]);
  });

  it('omit adding a phone number if a session cannot add one (§5.7)', () => {
    const { otp } = restrictAllDialect;
    const sms = { ...otp.sms, bearerSession: 'ignored' } as const;
    const dialect = { ...restrictAllDialect, otp: { ...otp, sms } };
    const writes = listRestrictedWrites(userWithFraudFlag, { dialect, clientId: 'wallet-app' });
    expect(writes).not.toContain('sendSmsOtp: addPhone');
  });

  it('include linking if the client is unlinked or not specified (§5.6)', () => {
    for (const client of [{ clientId: 'exchange-app' }, {}]) {
      const options = { dialect: restrictAllDialect, ...client };
      expect(listRestrictedWrites(userWithFraudFlag, options)).toEqual(
        expect.arrayContaining([
          'authenticateWallet: linkClient',
          'authenticateSmsOtp: linkClient',
          'authenticateEmailOtp: linkClient',
        ]),
      );
    }
  });
});

describe('§5.6 onboarding', () => {
  it.each(['APPROVED', 'IN_REVIEW', 'DECLINED'] as const)('is skipped when KYC is %s', (kyc) => {
    expect(deriveForAccount({ kyc }, { clientId: 'exchange-app' }).onboarding).toBe('skipped');
  });

  it('is required before a KYC submission', () => {
    expect(deriveForAccount({ kyc: null }).onboarding).toBe('required');
    expect(listNextSteps({ kyc: null })).toEqual(['submitKyc §3.1']);
  });

  it('starts with linking if the client is not linked', () => {
    expect(listNextSteps({ kyc: null }, { clientId: 'exchange-app' })).toEqual([
      'linkAccount §5.6',
      'submitKyc §3.1',
    ]);
    expect(listNextSteps({}, { clientId: 'wallet-app' })).toEqual([]);
  });

  it('omits the steps that a Fraud flag forbids (§7.4)', () => {
    const user = { kyc: null, flags: ['F1001'], wallets: [unverifiedWallet] };
    const clientId = 'exchange-app';
    expect(listNextSteps(user, { dialect: restrictAllDialect, clientId })).toEqual([
      'showMessage §7.1',
    ]);
    expect(listNextSteps(user, { clientId })).toEqual(['linkAccount §5.6', 'showMessage §7.1']);
  });
});

describe('§3 the next steps of the client: the client must', () => {
  it.each<[string, Partial<Account>, readonly string[]]>([
    [
      'read the user again while a transaction is PENDING',
      { transactions: [{ cryptoStatus: 'COMPLETE' }, { cryptoStatus: 'PENDING' }] },
      ['readUserAgain §3'],
    ],
    [
      'review the flags after a transaction is FAILED',
      { transactions: [{ cryptoStatus: 'FAILED' }], flags: ['T1001'] },
      ['reviewFlags §3', 'showMessage §7.1'],
    ],
    [
      'choose the message by the flags and read again while KYC is IN_REVIEW',
      { kyc: 'IN_REVIEW', flags: ['K1001'] },
      ['reviewFlags §3.2', 'showMessage §7.1', 'readUserAgain §3.1'],
    ],
    [
      'choose the message by the flags when KYC is DECLINED',
      { kyc: 'DECLINED', flags: ['F1002'] },
      ['reviewFlags §3.2', 'showMessage §7.1'],
    ],
    [
      'verify an unverified wallet',
      { wallets: [{ status: 'verified' }, unverifiedWallet] },
      ['verifyWallet §3'],
    ],
  ])('%s', (_, changes, next) => {
    expect(listNextSteps(changes)).toEqual(next);
  });

  it('review the flags before a KYC submission if the dialect starts KYC as IN_REVIEW (§2.7)', () => {
    const dialect = createDialect({ 'kyc.beforeSubmission': 'IN_REVIEW' });
    expect(listNextSteps({ kyc: null }, { dialect })).toEqual([
      'reviewFlags §3.2',
      'readUserAgain §3.1',
      'submitKyc §3.1',
    ]);
  });
});
