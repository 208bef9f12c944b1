/** Requests and responses in the format of the default dialect. */
import type { OperationResponse } from '../../src/contract/types.ts';

export const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const walletWithNetwork = { address, network: 'POLYGON', type: null } as const;
export const walletWithType = { address, network: null, type: 'EVM' } as const;
export const walletWithBoth = { address, network: 'POLYGON', type: 'EVM' } as const;
export const id = '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f';
const timestamp = '2026-01-15T10:00:00.000Z';

export const session: OperationResponse<'authenticateWallet'> = {
  sessionJwt: 'head.body.signature',
  userMask: {
    id,
    createTime: timestamp,
    updateTime: timestamp,
    phoneMask: '******0143',
    preferredMfaMethod: 'OTP_SMS',
  },
};
const { phoneMask: _phoneMask, ...userMaskWithoutPhone } = session.userMask;
export { userMaskWithoutPhone };
export const phone = { phoneId: id, phoneMask: '******0143' };
export const email = { emailId: id, emailMask: 'r***@example.test' };

export const user: OperationResponse<'getUser'> = {
  id,
  createTime: timestamp,
  updateTime: timestamp,
  phoneMask: '******0143',
  emailMask: 'r***@example.test',
  kyc: { status: 'IN_REVIEW' },
  flags: [
    { code: 'F0000' },
    { code: 'K1001', category: 'KYC Review' },
    { code: 'F1001', category: 'Fraud' },
  ],
  personalInformation: { firstName: 'Rita', phoneNumber: '+12025550143' },
  wallets: [
    { walletAddress: address, walletNetwork: 'POLYGON', status: 'verified' },
    { walletAddress: address, walletType: 'EVM', status: 'unverified' },
    { walletAddress: address, walletNetwork: 'POLYGON', walletType: 'EVM', status: 'verified' },
  ],
  transactions: [
    { id, cryptoStatus: 'PENDING', createTime: timestamp, updateTime: timestamp },
    {
      id,
      cryptoStatus: 'COMPLETE',
      transactionHash: `0x${'a'.repeat(64)}`,
      createTime: timestamp,
      updateTime: timestamp,
    },
  ],
};
export const newUser: OperationResponse<'getUser'> = {
  id,
  createTime: timestamp,
  updateTime: timestamp,
  kyc: { status: 'IN_REVIEW' },
  flags: [],
  wallets: [],
  transactions: [],
};
