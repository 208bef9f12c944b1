/** A sample for each detectable value of each key, except the defaults. */
import schema from '../../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import { dialectKeys } from '../../../src/dialect/keys.ts';
import type { DialectValues } from '../../setup/dialect-document.ts';

/** A dialect that differs from the default in `key` and in the keys that `value` requires. */
export interface Sample {
  readonly key: string;
  readonly value: unknown;
  readonly values: DialectValues;
}

interface SchemaNode {
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** Sample values of keys without an enumeration in the schema. */
const sampleValues: Readonly<Record<string, readonly unknown[]>> = {
  // Discovery tries only the default.
  'wallet.types': [],
  'wallet.challenge.phrase': ['Welcome (back)? Nonce=', 'Sign_in-'],
  'wallet.signature.accepts': [
    ['rsv', 'compact'],
    ['rsv', 'highS'],
    ['rsv', 'compact', 'highS'],
  ],
  'otp.sms.codeField': ['code', 'otpCode', 'passcode', 'token'],
  'otp.email.codeField': ['code', 'otpCode', 'passcode', 'token'],
  'otp.sms.codeLength': [4, 10],
  'otp.email.codeLength': [5, 8],
  'otp.sms.maxAttempts': [1, 9],
  'otp.email.maxAttempts': [2, 7],
  'userMask.preferredMfaMethods': [['OTP_EMAIL'], ['TOTP']],
  'masks.phone': ['+*-***-***-{last4}', '{last4}'],
  'masks.email': ['***@{domain}', '{first}*****@{domain}'],
  'user.path': ['/v1/user', '/v1/auth/user', '/api/user', '/api/v1/user'],
  'user.identifiedBy': [{ query: 'userId' }, { query: 'id' }, { header: 'x-user-id' }],
  'user.envelope': ['data', 'data.user'],
  'user.names.kyc': ['kycDetails', 'verification'],
  'user.names.flags': ['userFlags', 'alerts'],
  'user.names.code': ['flagCode', 'id'],
  'user.names.category': ['group', 'none'],
  'user.names.personalInformation': ['profile', 'none'],
  'user.names.wallets': ['cryptoWallets', 'none'],
  'user.names.transactions': ['payments', 'none'],
  'user.names.cryptoStatus': ['settlement', 'status'],
  'flags.categoryNames': [
    {
      Fraud: 'FRAUD',
      'KYC Review': 'KYC_REVIEW',
      'Transaction Processing': 'TRANSACTION_PROCESSING',
    },
    {
      Fraud: 'fraud',
      'KYC Review': 'kycReview',
      'Transaction Processing': 'transactionProcessing',
    },
  ],
  'flags.withhold': [[]],
  'flags.fraudRestricts': [
    ['addWallet'],
    ['addWallet', 'verifyWallet', 'addPhone'],
    ['addWallet', 'verifyWallet', 'linkClient'],
    ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'],
  ],
  'bearer.requiredOn': [
    [],
    ['startWalletAuth', 'sendSmsOtp'],
    ['authenticateWallet', 'sendSmsOtp'],
    ['addWalletToUser', 'sendSmsOtp'],
    ['sendSmsOtp', 'authenticateSmsOtp'],
    ['sendSmsOtp', 'sendEmailOtp'],
    ['sendSmsOtp', 'authenticateEmailOtp'],
    ['sendSmsOtp', 'getUser'],
  ],
  'bearer.accepts': [['client'], ['session']],
  'session.algorithm': ['RS256', 'EdDSA', 'HS256'],
  'session.ttl': ['PT2H', 'PT10M'],
  'session.jwksPath': ['none'],
  'session.subjectClaim': ['user_id', 'uid'],
  'session.sentIn': [{ header: 'x-session-jwt' }, { header: 'jwt' }, { cookie: 'session_jwt' }],
  'success.status': [
    201,
    202,
    { sendSmsOtp: 202, sendEmailOtp: 202 },
    {
      startWalletAuth: 201,
      authenticateWallet: 200,
      addWalletToUser: 202,
      sendSmsOtp: 202,
      authenticateSmsOtp: 201,
      sendEmailOtp: 200,
      authenticateEmailOtp: 202,
      getUser: 201,
    },
  ],
  'limits.sends': [{ count: 5, per: 'PT1H', scope: 'destination' }],
  'flags.catalogue': [],
};

/** For a key and a value: the other values that make the value valid and detectable. */
const requiredValues: Readonly<Record<string, DialectValues>> = {
  'session.algorithm HS256': { 'session.jwksPath': 'none' },
  'otp.sms.sendReturns empty': {
    'otp.sms.identifiedBy': 'destination',
    'otp.sms.authenticateReturns': 'sessionAndRecord',
  },
  'otp.email.sendReturns empty': {
    'otp.email.identifiedBy': 'destination',
    'otp.email.authenticateReturns': 'record',
  },
  'bearer.requiredOn sendSmsOtp,getUser': { 'user.identifiedBy': { query: 'userId' } },
};

/** The keys of error statuses. They are tested together, each with a different status. */
export const statusKeys = dialectKeys
  .filter(({ key, isDetectable }) => isDetectable && key.startsWith('errors.status.'))
  .map(({ key }) => key);

export const samples: readonly Sample[] = dialectKeys
  .filter(({ key, isDetectable }) => isDetectable && !statusKeys.includes(key))
  .flatMap(({ key, default: defaultValue }) =>
    listNonDefaultValues(key, defaultValue).map((value) => ({
      key,
      value,
      values: { ...requiredValues[`${key} ${String(value)}`], [key]: value },
    })),
  );

/** Returns the sample values of a key. Without samples, returns its enumeration except the default. */
export function listNonDefaultValues(key: string, defaultValue: unknown): readonly unknown[] {
  if (sampleValues[key] !== undefined) return sampleValues[key];
  let node: SchemaNode | undefined = schema.properties.values as SchemaNode;
  for (const name of key.split('.')) node = node?.properties?.[name];
  if (node?.enum === undefined) throw new TypeError(`no sample values of ${key}`);
  return node.enum.filter((value) => value !== defaultValue);
}
