import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  getShownKycStatus,
  createUserMask,
  createUserObject,
} from '../../src/domain/user-object.ts';
import type { Transaction, User } from '../../src/domain/records.ts';
import { createDialect } from '../contract/dialect-variations.ts';
import { createUser } from '../engines/bases.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const emptyUser = createUser('8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f', {
  key: 'rita',
  createTime: '2026-01-15T10:00:00.000Z',
  updateTime: '2026-01-15T10:00:01.000Z',
  linkedClients: ['wallet-app'],
});

const { id, createTime, updateTime } = emptyUser;

const pendingTransaction: Transaction = {
  id: 'tx2',
  key: null,
  cryptoStatus: 'PENDING',
  returned: false,
  settles: null,
  transactionHash: null,
  createTime,
  updateTime: createTime,
};
const completion = { returned: true, transactionHash: HASH, updateTime };

const fullUser: User = {
  ...emptyUser,
  phoneNumber: '+12025550143',
  emailAddress: 'rita@example.test',
  personalInformation: { firstName: 'Rita' },
  wallets: [
    { address: WALLET, network: 'POLYGON', type: null, status: 'verified' },
    { address: WALLET, network: null, type: 'EVM', status: 'unverified' },
  ],
  kyc: 'IN_REVIEW',
  flags: ['K1001'],
  transactions: [
    { ...pendingTransaction, id: 'tx1', key: 'paid', cryptoStatus: 'COMPLETE', ...completion },
    pendingTransaction,
  ],
};

const dialect = createDialect({ 'masks.phone': '..{last4}', 'masks.email': '{first}..@{domain}' });

describe('§2.4 the userMask', () => {
  it('contains the phone mask only if the user has a phone number', () => {
    const maskWithoutPhone = { id, createTime, updateTime, preferredMfaMethod: 'OTP_SMS' };
    const maskWithPhone = { ...maskWithoutPhone, phoneMask: '..0143' };
    expect(createUserMask(fullUser, dialect)).toStrictEqual(maskWithPhone);
    expect(createUserMask(emptyUser, dialect)).toStrictEqual(maskWithoutPhone);
  });
});

describe('§4.8 the user object', () => {
  it('contains every field of an account in the interface', () => {
    expect(createUserObject(fullUser, dialect)).toStrictEqual({
      id,
      createTime,
      updateTime,
      phoneMask: '..0143',
      emailMask: 'r..@example.test',
      kyc: { status: 'IN_REVIEW' },
      flags: [{ code: 'K1001', category: 'KYC Review' }],
      // Includes the unmasked phone number and email address of the account.
      personalInformation: {
        firstName: 'Rita',
        phoneNumber: '+12025550143',
        emailAddress: 'rita@example.test',
      },
      wallets: [
        { walletAddress: WALLET, walletNetwork: 'POLYGON', status: 'verified' },
        { walletAddress: WALLET, walletType: 'EVM', status: 'unverified' },
      ],
      transactions: [
        { id: 'tx1', cryptoStatus: 'COMPLETE', transactionHash: HASH, createTime, updateTime },
        { id: 'tx2', cryptoStatus: 'PENDING', createTime, updateTime: createTime },
      ],
    });
  });

  it('omits fields that the account does not have', () => {
    const emptyFields = { flags: [], personalInformation: {}, wallets: [], transactions: [] };
    const expected = { id, createTime, updateTime, ...emptyFields };
    expect(createUserObject(emptyUser, dialect)).toStrictEqual(expected);
  });

  it('with F0000, omits personal information, but contains masks and transactions (§7.2, §7.3)', () => {
    const user = createUserObject({ ...fullUser, flags: ['F0000'] }, dialect);
    expect(user).not.toHaveProperty('personalInformation');
    expect(user).toMatchObject({ phoneMask: '..0143', emailMask: 'r..@example.test' });
    expect(user.flags).toStrictEqual([{ code: 'F0000' }]);
    expect(user.transactions).toHaveLength(2);
  });
});

describe('§2.7 the KYC status before a submission', () => {
  const inReview = createDialect({ 'kyc.beforeSubmission': 'IN_REVIEW' });

  it('depends on the dialect and is null by default', () => {
    expect(getShownKycStatus(emptyUser, defaultDialect)).toBeNull();
    expect(getShownKycStatus(emptyUser, inReview)).toBe('IN_REVIEW');
  });

  it('is replaced by the status that a submission sets', () => {
    expect(getShownKycStatus({ kyc: 'DECLINED' }, inReview)).toBe('DECLINED');
  });
});
