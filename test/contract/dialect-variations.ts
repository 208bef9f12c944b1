import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect, dialectKeys } from '../../src/dialect/keys.ts';

/** Returns the default dialect with other values for some keys: `{'otp.sms.ttl': 'PT1M'}`. */
export function createDialect(changes: Readonly<Record<string, unknown>>): Dialect {
  const dialect = structuredClone(defaultDialect);
  for (const [key, value] of Object.entries(changes)) {
    const path = key.split('.');
    const name = path.pop();
    const parent = path.reduce<unknown>((node, step) => Reflect.get(Object(node), step), dialect);
    if (name === undefined || typeof parent !== 'object' || parent === null || !(name in parent)) {
      throw new TypeError(`the dialect has no key ${key}`);
    }
    Reflect.set(parent, name, value);
  }
  return dialect;
}

/** Values that differ from the default, for every key of the dialect. */
const OTHER_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'wallet.variant': ['network', 'type'],
  'wallet.both': ['accept'],
  'wallet.types': [['EVM', 'SVM'], ['ETH']],
  'wallet.emits': ['network', 'type'],
  'wallet.identity': ['addressAndNetwork'],
  'wallet.crossVariant': ['reject'],
  'wallet.checksum': ['ignore'],
  'wallet.addOwned': ['accept'],
  'wallet.challenge.phrase': ['Hi? [sign] (this) $5.00 \\ {a|b}^*+/: '],
  'wallet.challenge.ttl': ['PT1M'],
  'wallet.challenge.outstanding': ['all'],
  'wallet.challenge.onBadSignature': ['burn'],
  'wallet.challenge.reuse': ['accept'],
  'wallet.signature.accepts': [['rsv', 'compact', 'highS']],
  ...Object.fromEntries(
    ['otp.sms', 'otp.email'].flatMap((flow) => [
      [`${flow}.sendReturns`, ['empty']],
      [`${flow}.authenticateReturns`, ['record', 'sessionAndRecord', 'empty']],
      [`${flow}.identifiedBy`, ['destination', 'both']],
      [`${flow}.codeField`, ['passcode']],
      [`${flow}.recordId`, ['perSend']],
      [`${flow}.outstanding`, ['all']],
      [`${flow}.codeLength`, [4, 10]],
      [`${flow}.ttl`, ['PT1M']],
      [`${flow}.maxAttempts`, [3]],
    ]),
  ),
  'otp.sms.bearerSession': ['ignored', 'mustMatch'],
  'identity.unknown': ['rejectAtStart', 'rejectAtAuthenticate'],
  'identity.addWalletTarget': ['bearer'],
  'userMask.absent': ['null', 'empty'],
  'userMask.preferredMfaMethods': [['OTP_EMAIL', 'OTP_SMS']],
  'masks.phone': ['+* (***) ***-{last4}'],
  'masks.email': ['{first}...{first}@{domain}', 'hidden'],
  'user.path': ['/api/v1/user'],
  'user.identifiedBy': [{ query: 'userId' }, { header: 'X-User-Id' }],
  'user.envelope': ['data', 'data.user'],
  'user.names.kyc': ['kycDetails'],
  'user.names.flags': ['userFlags'],
  'user.names.code': ['flagCode'],
  'user.names.category': ['type', 'none'],
  'user.names.personalInformation': ['profile', 'none'],
  'user.names.wallets': ['cryptoWallets', 'none'],
  'user.names.transactions': ['payments', 'none'],
  'user.names.cryptoStatus': ['status'],
  'user.flagsShape': ['byCategory'],
  'flags.categoryNames': [{ Fraud: 'FRAUD', 'KYC Review': 'KYC', 'Transaction Processing': 'TX' }],
  'flags.catalogue': [
    [{ code: 'X1', category: 'Transaction Processing', title: 'X', message: 'X.', example: true }],
  ],
  'flags.withhold': [[]],
  'flags.fraudRestricts': [['addWallet'], ['addWallet', 'addPhone'], ['addWallet', 'linkClient']],
  'kyc.beforeSubmission': ['IN_REVIEW'],
  'kyc.transitions': [{ IN_REVIEW: ['APPROVED'] }],
  'bearer.requiredOn': [[], ['startWalletAuth', 'getUser', 'sendEmailOtp']],
  'bearer.accepts': [['session'], ['client']],
  'session.algorithm': ['RS256', 'EdDSA', 'HS256'],
  'session.ttl': ['PT5M'],
  'session.jwksPath': ['none', '/keys'],
  'session.subjectClaim': ['user_id'],
  'session.boundToClient': ['no'],
  'session.sentIn': [{ header: 'Session-Jwt' }, { cookie: 'session' }],
  'requests.unknownFields': ['ignore'],
  'requests.contentType': ['ignore'],
  'success.status': [201, { addWalletToUser: 202 }],
  'errors.body': ['problem', 'nested', 'empty'],
  ...Object.fromEntries(
    Object.keys(defaultDialect.errors.status).map((cause) => [`errors.status.${cause}`, [418]]),
  ),
  'limits.bodyBytes': [1024],
  'limits.sends': [{ count: 3, per: 'PT1M', scope: 'destination' }],
};

export interface Variation {
  readonly name: string;
  readonly dialect: Dialect;
}

/** One dialect for each of OTHER_VALUES. Some are invalid: the value contradicts the default of another key. */
export const variations: readonly Variation[] = dialectKeys.flatMap(({ key }) => {
  const values = OTHER_VALUES[key];
  if (values === undefined) throw new TypeError(`OTHER_VALUES has no value for ${key}`);
  return values.map((value) => ({
    name: `${key}: ${JSON.stringify(value)}`,
    dialect: createDialect({ [key]: value }),
  }));
});

/** Dialects in which many keys differ at once. */
export const mixtures: readonly Variation[] = [
  {
    name: 'a strict deployment',
    dialect: createDialect({
      'wallet.variant': 'network',
      'wallet.emits': 'network',
      'otp.sms.identifiedBy': 'both',
      'otp.email.identifiedBy': 'destination',
      'otp.email.sendReturns': 'empty',
      'otp.email.codeLength': 8,
      'identity.unknown': 'rejectAtStart',
      'identity.addWalletTarget': 'bearer',
      'userMask.absent': 'null',
      'user.path': '/v1/user',
      'user.envelope': 'user',
      'errors.body': 'problem',
      'limits.sends': { count: 5, per: 'PT1H', scope: 'client' },
      'session.algorithm': 'RS256',
    }),
  },
  {
    name: 'a lax deployment',
    dialect: createDialect({
      'wallet.both': 'accept',
      'wallet.variant': 'type',
      'wallet.types': ['SVM', 'EVM'],
      'wallet.emits': 'type',
      'wallet.checksum': 'ignore',
      'wallet.addOwned': 'accept',
      'otp.sms.sendReturns': 'empty',
      'otp.sms.identifiedBy': 'destination',
      'otp.sms.authenticateReturns': 'sessionAndRecord',
      'otp.sms.codeField': 'code',
      'otp.sms.bearerSession': 'ignored',
      'userMask.absent': 'empty',
      'masks.phone': 'x{last4}',
      'user.identifiedBy': { query: 'userId' },
      'user.flagsShape': 'byCategory',
      'user.names.personalInformation': 'none',
      'user.names.transactions': 'none',
      'flags.fraudRestricts': ['addWallet'],
      'bearer.requiredOn': [],
      'requests.unknownFields': 'ignore',
      'requests.contentType': 'ignore',
      'success.status': 202,
      'errors.body': 'empty',
    }),
  },
  {
    name: 'a deployment with one error status and swapped names',
    dialect: createDialect({
      'errors.body': 'nested',
      'errors.status': Object.fromEntries(
        Object.keys(defaultDialect.errors.status).map((cause) => [cause, 400]),
      ),
      'user.names': {
        kyc: 'flags',
        flags: 'kyc',
        code: 'category',
        category: 'code',
        personalInformation: 'pii',
        wallets: 'transactions',
        transactions: 'wallets',
        cryptoStatus: 'state',
      },
    }),
  },
];
