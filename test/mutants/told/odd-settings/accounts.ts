/** Accounts that are declared otherwise than they are, or by little. */
import { declaredAccounts } from '../../accounts.ts';
import { declaredAs, discovery, named, taken, type OddRuns } from './odd-run.ts';

export const oddAccounts: OddRuns = {
  'an account that signs in by nothing': {
    ...taken({}),
    settings: {
      accounts: named('clean', 'fraud').map((its) => ({
        ...its,
        privateKey: null,
        phoneNumber: null,
        emailAddress: null,
      })),
    },
  },
  'a wallet that can be taken over: no accounts': {
    dialect: { 'wallet.addOwned': 'accept' },
    ...discovery,
    settings: { accounts: [] },
  },
  'flags under another name than expected': {
    dialect: {},
    granted: { 'user.names.flags': 'alerts' },
    settings: { accounts: named('fraud', 'in-review') },
  },
  'accounts with a number alone': {
    settings: {
      accounts: declaredAccounts.map((its) => ({ ...its, privateKey: null, emailAddress: null })),
    },
  },
  'flagged accounts with another address': {
    ...taken({}),
    settings: declaredAs({
      fraud: { emailAddress: 'another@accounts.example.test' },
      'in-review': { emailAddress: 'another@accounts.example.test' },
      failed: { phoneNumber: '+12025550111' },
    }),
  },
  'accounts without flags that declare no contact': {
    ...taken({}),
    settings: declaredAs(
      Object.fromEntries(
        ['clean', 'new', 'paying'].map((name) => [name, { emailAddress: null, phoneNumber: null }]),
      ),
    ),
  },
  'accounts with other transactions than they have': {
    ...taken({}),
    settings: declaredAs({
      clean: { transactions: [{ cryptoStatus: 'COMPLETE' }] },
      failed: { transactions: [{ cryptoStatus: 'COMPLETE' }] },
      returned: {
        flags: null,
        transactions: [{ cryptoStatus: 'COMPLETE', returned: true }, { cryptoStatus: 'FAILED' }],
      },
      paying: { transactions: null },
    }),
  },
  'accounts that are declared by name alone': {
    settings: {
      accounts: declaredAccounts.map((its) => ({
        ...its,
        kycStatus: null,
        flags: null,
        transactions: null,
      })),
    },
  },
  'no account with a transaction but one that has none': {
    ...taken({}),
    settings: {
      accounts: named('clean', 'new').map((its) => ({
        ...its,
        kycStatus: 'APPROVED',
        transactions: [{ cryptoStatus: 'COMPLETE' }],
      })),
    },
  },
  'a flag of an account that has not submitted KYC': {
    ...taken({}),
    settings: declaredAs({
      new: { kycStatus: 'IN_REVIEW', flags: [{ code: 'K1001', category: 'KYC Review' }] },
      clean: { flags: [{ code: 'T1001', category: 'Transaction Processing' }] },
    }),
  },
};
