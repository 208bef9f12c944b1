/** Converts users to response bodies with the names of the default dialect, which `contract/wire.ts` replaces. */
import type { KycStatus, UserMask, UserObject } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Transaction, User, Wallet } from './records.ts';
import { findFlagCategory, withholdsPersonalInformation } from './flags.ts';
import { maskEmailAddress, maskPhoneNumber } from './masks.ts';

/** Returns the user in an authentication response (§2.4). */
export function createUserMask(user: User, dialect: Dialect): UserMask {
  return {
    id: user.id,
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...(user.phoneNumber === null ? {} : { phoneMask: maskPhoneNumber(user.phoneNumber, dialect) }),
    // The interface shows only OTP_SMS (§2.4); the dialect can list other values.
    preferredMfaMethod: dialect.userMask.preferredMfaMethods[0] as UserMask['preferredMfaMethod'],
  };
}

/** Returns the response of the user read (§2.7, §4.8). */
export function createUserObject(user: User, dialect: Dialect): UserObject {
  const kycStatus = getShownKycStatus(user, dialect);
  return {
    id: user.id,
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...(user.phoneNumber === null ? {} : { phoneMask: maskPhoneNumber(user.phoneNumber, dialect) }),
    ...(user.emailAddress === null
      ? {}
      : { emailMask: maskEmailAddress(user.emailAddress, dialect) }),
    ...(kycStatus === null ? {} : { kyc: { status: kycStatus } }),
    flags: user.flags.map((code) => {
      const category = findFlagCategory(code, dialect);
      return category === null ? { code } : { code, category };
    }),
    // §7.2: accessible with every flag except F0000.
    ...(withholdsPersonalInformation(user, dialect)
      ? {}
      : { personalInformation: toPersonalInformation(user) }),
    wallets: user.wallets.map(toWalletObject),
    // §7.3: accessible with every flag.
    transactions: user.transactions.map(toTransactionObject),
  };
}

/** Returns the status in the KYC sub-object (§2.7); null if it is omitted (`kyc.beforeSubmission`). */
export function getShownKycStatus(
  { kyc }: Pick<User, 'kyc'>,
  { kyc: { beforeSubmission } }: Dialect,
): KycStatus | null {
  return kyc ?? (beforeSubmission === 'omit' ? null : beforeSubmission);
}

function toPersonalInformation(user: User): NonNullable<UserObject['personalInformation']> {
  return {
    ...user.personalInformation,
    ...(user.phoneNumber === null ? {} : { phoneNumber: user.phoneNumber }),
    ...(user.emailAddress === null ? {} : { emailAddress: user.emailAddress }),
  };
}

function toWalletObject(wallet: Wallet): UserObject['wallets'][number] {
  return {
    walletAddress: wallet.address,
    ...(wallet.network === null ? {} : { walletNetwork: wallet.network }),
    ...(wallet.type === null ? {} : { walletType: wallet.type }),
    status: wallet.status,
  };
}

function toTransactionObject(transaction: Transaction): UserObject['transactions'][number] {
  return {
    id: transaction.id,
    cryptoStatus: transaction.cryptoStatus,
    ...(transaction.transactionHash === null
      ? {}
      : { transactionHash: transaction.transactionHash }),
    createTime: transaction.createTime,
    updateTime: transaction.updateTime,
  };
}
