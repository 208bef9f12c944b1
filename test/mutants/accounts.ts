/** Accounts in states that no request can create, as a scenario and as the setting `accounts` of conform. */
import { HDNodeWallet } from 'ethers';
import type { DeclaredAccount } from '../../conformance/settings.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';

export function getTestKey(index: number): string {
  return HDNodeWallet.fromPhrase(MNEMONIC, '', `m/44'/60'/0'/0/${index}`).privateKey;
}

type AccountState = Omit<DeclaredAccount, 'emailAddress' | 'phoneNumber' | 'privateKey'>;

const accountStates: readonly AccountState[] = [
  { name: 'clean', kycStatus: 'APPROVED', flags: [], transactions: [] },
  { name: 'new', kycStatus: null, flags: [], transactions: [] },
  {
    name: 'in-review',
    kycStatus: 'IN_REVIEW',
    flags: [{ code: 'K1001', category: 'KYC Review' }],
    transactions: [],
  },
  {
    name: 'fraud',
    kycStatus: 'DECLINED',
    flags: [{ code: 'F1001', category: 'Fraud' }],
    transactions: [],
  },
  {
    name: 'f0000',
    kycStatus: 'APPROVED',
    flags: [{ code: 'F0000', category: null }],
    transactions: [],
  },
  {
    name: 'paying',
    kycStatus: 'APPROVED',
    flags: [],
    transactions: [{ cryptoStatus: 'PENDING' }, { cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'failed',
    kycStatus: 'APPROVED',
    flags: [{ code: 'T1001', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'FAILED' }],
  },
  {
    name: 'returned',
    kycStatus: 'APPROVED',
    flags: [{ code: 'T1002', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'COMPLETE', returned: true }],
  },
  // The wallet is unverified: it was added before the flag.
  {
    name: 'fraud-unverified',
    kycStatus: 'APPROVED',
    flags: [{ code: 'F1002', category: 'Fraud' }],
    transactions: [],
  },
  {
    name: 'fraud-and-review',
    kycStatus: 'DECLINED',
    flags: [
      { code: 'F1002', category: 'Fraud' },
      { code: 'K1001', category: 'KYC Review' },
    ],
    transactions: [],
  },
];

/** The default scenario uses the wallets 0 to 19. */
const FIRST_WALLET_INDEX = 40;

export const declaredAccounts: readonly DeclaredAccount[] = accountStates.map((account, index) => ({
  ...account,
  privateKey: getTestKey(FIRST_WALLET_INDEX + index),
  phoneNumber: `+1202555018${index}`,
  emailAddress: `${account.name}@accounts.example.test`,
}));

export const accountsScenario = {
  name: 'conform-accounts',
  description: 'One user for each state of an account.',
  users: declaredAccounts.map((account, index) => ({
    key: account.name,
    phoneNumber: account.phoneNumber,
    emailAddress: account.emailAddress,
    personalInformation: { firstName: 'Rita', lastName: `Example ${account.name}` },
    wallets: [
      {
        wallet: FIRST_WALLET_INDEX + index,
        network: 'ETHEREUM',
        status: account.name === 'fraud-unverified' ? 'unverified' : 'verified',
      },
    ],
    ...(account.kycStatus && { kyc: { status: account.kycStatus } }),
    flags: account.flags?.map(({ code }) => code),
    transactions: account.transactions?.map(({ cryptoStatus, returned }, transactionIndex) => ({
      key: `${account.name}-${transactionIndex}`,
      cryptoStatus,
      ...(returned && { returned }),
    })),
    linkedClients: ['wallet-app'],
  })),
};
