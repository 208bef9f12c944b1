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

/** Returns a hash as private key. The key is the same in every run. */
function createKey(name: string): string {
  return id(`independent server: ${name}`);
}

export const seededAccounts: SeededAccount[] = [
  {
    name: 'Ada Approved',
    emailAddress: 'ada.approved@example.test',
    phoneNumber: '+12025550101',
    privateKey: createKey('Ada'),
    kycStatus: 'APPROVED',
  },
  {
    name: 'Rita Review',
    emailAddress: 'rita.review@example.test',
    phoneNumber: '+12025550102',
    privateKey: createKey('Rita'),
    kycStatus: 'IN_REVIEW',
    flags: [{ code: 'F2001', category: 'KYC Review' }],
  },
  {
    name: 'Frank Fraud',
    emailAddress: 'frank.fraud@example.test',
    phoneNumber: '+12025550103',
    privateKey: createKey('Frank'),
    kycStatus: 'DECLINED',
    flags: [{ code: 'F1001', category: 'Fraud' }],
    transactions: [{ cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Zoe Zero',
    emailAddress: 'zoe.zero@example.test',
    phoneNumber: '+12025550104',
    privateKey: createKey('Zoe'),
    kycStatus: 'IN_REVIEW',
    flags: [{ code: 'F0000', category: 'KYC Review' }],
    transactions: [{ cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Paul Pending',
    emailAddress: 'paul.pending@example.test',
    phoneNumber: '+12025550105',
    privateKey: createKey('Paul'),
    kycStatus: 'APPROVED',
    transactions: [{ cryptoStatus: 'PENDING' }, { cryptoStatus: 'COMPLETE' }],
  },
  {
    name: 'Fay Failed',
    emailAddress: 'fay.failed@example.test',
    phoneNumber: '+12025550106',
    privateKey: createKey('Fay'),
    kycStatus: 'APPROVED',
    flags: [{ code: 'F3001', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'FAILED' }],
  },
  {
    name: 'Ray Returned',
    emailAddress: 'ray.returned@example.test',
    phoneNumber: '+12025550107',
    privateKey: createKey('Ray'),
    kycStatus: 'APPROVED',
    flags: [{ code: 'F3002', category: 'Transaction Processing' }],
    transactions: [{ cryptoStatus: 'COMPLETE', returned: true }],
  },
  {
    name: 'Nick New',
    emailAddress: 'nick.new@example.test',
    privateKey: createKey('Nick'),
  },
];
