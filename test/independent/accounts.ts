import { id } from 'ethers';

export type KycStatus = 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
export type FlagCategory = 'Fraud' | 'KYC Review' | 'Transaction Processing';
export type CryptoStatus = 'PENDING' | 'COMPLETE' | 'FAILED';

export interface Flag {
  code: string;
  category: FlagCategory;
}

export interface SeededTransaction {
  cryptoStatus: CryptoStatus;
  /** The user's bank returned the payment later. */
  returned?: boolean;
}

/** A user who exists before the first request. */
export interface SeededAccount {
  name: string;
  emailAddress?: string;
  phoneNumber?: string;
  privateKey?: string;
  kycStatus?: KycStatus;
  flags?: Flag[];
  transactions?: SeededTransaction[];
}

type AccountState = Omit<SeededAccount, 'emailAddress' | 'phoneNumber' | 'privateKey'>;

const accountStates: readonly AccountState[] = [
  { name: 'Ada Approved', kycStatus: 'APPROVED' },
  {
    name: 'Rita Review',
    kycStatus: 'IN_REVIEW',
    flags: [{ code: 'F2001', category: 'KYC Review' }],
  },
  {
    name: 'Frank Fraud',
    kycStatus: 'DECLINED',
    flags: [{ code: 'F1001', category: 'Fraud' }],
    transactions: [{ cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Zoe Zero',
    kycStatus: 'IN_REVIEW',
    flags: [{ code: 'F0000', category: 'KYC Review' }],
    transactions: [{ cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Paul Pending',
    kycStatus: 'APPROVED',
    transactions: [{ cryptoStatus: 'PENDING' }, { cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Fay Failed',
    kycStatus: 'APPROVED',
    flags: [{ code: 'F3001', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'FAILED' }],
  },
  {
    name: 'Ray Returned',
    kycStatus: 'APPROVED',
    flags: [{ code: 'F3002', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'COMPLETE', returned: true }],
  },
  { name: 'Nick New' },
];

export const seededAccounts: SeededAccount[] = accountStates.map((state, index) => ({
  ...state,
  emailAddress: `${state.name.toLowerCase().replace(' ', '.')}@example.test`,
  // A new user has no phone number.
  ...(state.kycStatus && { phoneNumber: `+1202555010${index + 1}` }),
  // A hash, which is the same in every run.
  privateKey: id(`independent server: ${state.name.replace(/ .*/, '')}`),
}));
