/** Dialects of sandboxes for runs, which differ in many keys. */
import type { DialectDocument } from '../../src/dialect/dialect.ts';

export type Values = NonNullable<DialectDocument['values']>;
type Otp = NonNullable<NonNullable<Values['otp']>['email']>;

/** Returns the values for both channels. */
export const createOtp = (channel: Otp): Values => ({ otp: { sms: channel, email: channel } });

export const tokenOnEverySignIn: Values = {
  bearer: {
    requiredOn: [
      'startWalletAuth',
      'authenticateWallet',
      'sendSmsOtp',
      'authenticateSmsOtp',
      'sendEmailOtp',
      'authenticateEmailOtp',
    ],
  },
};

/** Most names differ from the default; wallets have a type, errors follow RFC 9457. */
const renamed: Values = {
  wallet: {
    variant: 'type',
    emits: 'type',
    challenge: { phrase: 'Welcome. Sign: ', outstanding: 'all' },
  },
  otp: {
    sms: {
      identifiedBy: 'destination',
      codeField: 'code',
      authenticateReturns: 'sessionAndRecord',
    },
    email: {
      identifiedBy: 'destination',
      codeField: 'passcode',
      sendReturns: 'empty',
      authenticateReturns: 'record',
    },
  },
  user: {
    path: '/v1/user',
    envelope: 'user',
    names: {
      kyc: 'kycInfo',
      flags: 'userFlags',
      code: 'flagCode',
      personalInformation: 'profile',
      wallets: 'cryptoWallets',
      transactions: 'payments',
      cryptoStatus: 'crypto_status',
    },
    flagsShape: 'byCategory',
  },
  flags: {
    categoryNames: { Fraud: 'FRAUD', 'KYC Review': 'KYC_REVIEW', 'Transaction Processing': 'TP' },
  },
  userMask: { absent: 'null' },
  errors: { body: 'problem', status: { schema: 422, clientCredentials: 403, flagRestricts: 423 } },
  requests: { unknownFields: 'ignore' },
};

/** New users are rejected, the user read has the user id in the query, six operations require the access token. */
const strict: Values = {
  identity: { unknown: 'rejectAtStart', addWalletTarget: 'bearer' },
  wallet: { variant: 'network', challenge: { onBadSignature: 'burn' } },
  otp: {
    sms: { recordId: 'perSend', identifiedBy: 'both', bearerSession: 'ignored' },
    email: { recordId: 'perSend', identifiedBy: 'both' },
  },
  user: { path: '/api/user', identifiedBy: { query: 'userId' }, envelope: 'data.user' },
  ...tokenOnEverySignIn,
  session: { algorithm: 'HS256', jwksPath: 'none' },
  success: { status: { startWalletAuth: 201, sendSmsOtp: 202, sendEmailOtp: 202 } },
  errors: { body: 'empty' },
};

/** The three dialects in which every mutant runs. */
export const dialects: Readonly<Record<'default' | 'renamed' | 'strict', DialectDocument>> = {
  default: { version: 1, values: {} },
  renamed: { version: 1, values: renamed },
  strict: { version: 1, values: strict },
};
