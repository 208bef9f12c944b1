import { plain } from './plain.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

const only400 = Object.fromEntries(
  Object.keys(plain.responses.errorStatus).map((reason) => [reason, 400]),
) as Variant['responses']['errorStatus'];

/** Rejects invalid requests with status 400 and an empty body; getUser has the user id in the query. */
const terse: Variant = {
  ...plain,
  wallet: { ...plain.wallet, fields: 'walletNetwork', checksum: 'ignored' },
  challenge: {
    ...plain.challenge,
    phrase: 'Welcome.',
    randomText: 'hex',
    boundTo: 'address and network',
    afterBadSignature: 'invalid',
  },
  otp: {
    ...plain.otp,
    digits: 4,
    codeField: { sms: 'code', email: 'code' },
    identifiedBy: 'destination',
    sendReturns: 'nothing',
    authenticateReturns: ['session', 'userMask', 'record'],
    lockAfter: null,
  },
  bearer: { ...plain.bearer, smsSend: 'optional' },
  session: { algorithm: 'HS256', jwksPath: null, idClaim: 'userId', lifetimeSeconds: null },
  masks: { ...plain.masks, phonePrefix: '', withoutPhone: 'empty' },
  userRead: {
    ...plain.userRead,
    path: '/user',
    identifiedBy: { query: 'userId' },
    envelope: ['user'],
    kyc: { field: 'kycInfo', beforeSubmission: 'IN_REVIEW' },
    flags: { ...plain.userRead.flags, field: 'userFlags', code: 'flagCode', category: 'type' },
  },
  responses: {
    ...plain.responses,
    errorBody: 'empty',
    errorStatus: { ...only400, path: 404, method: 404 },
  },
};

/** Accepts only walletType; getUser has the user id in a header; errors follow RFC 9457. */
const typed: Variant = {
  ...plain,
  wallet: {
    ...plain.wallet,
    fields: 'walletType',
    compactSignature: 'accepted',
    unverifiedOfOtherUser: 'moved',
  },
  challenge: {
    ...plain.challenge,
    phrase: 'Sign in to your account.\n\nNonce: ',
    afterSuccess: 'still valid',
    secondStart: 'both stay valid',
  },
  otp: {
    ...plain.otp,
    digits: 5,
    codeField: { sms: 'passcode', email: 'passcode' },
    identifiedBy: 'either',
    recordIds: 'per send',
    authenticateReturns: ['userMask'],
    secondSend: 'both stay valid',
  },
  boundToClient: false,
  session: { ...plain.session, algorithm: 'RS256', idClaim: 'uid' },
  masks: { ...plain.masks, phonePrefix: '+1•••', withoutPhone: 'null', email: '***@example.test' },
  userRead: {
    ...plain.userRead,
    path: '/v1/auth/user',
    identifiedBy: { header: 'x-user-id' },
    idField: 'userId',
    personalInformation: { ...plain.userRead.personalInformation, withF0000: 'null' },
    kyc: { field: 'kyc', beforeSubmission: 'null' },
    flags: {
      ...plain.userRead.flags,
      shape: 'records by category',
      categories: {
        Fraud: 'FRAUD',
        'KYC Review': 'KYC_REVIEW',
        'Transaction Processing': 'TRANSACTION_PROCESSING',
      },
    },
  },
  responses: {
    ...plain.responses,
    errorBody: 'problem',
    contentType: 'application/json; charset=utf-8',
    errorStatus: {
      ...plain.responses.errorStatus,
      credentials: 403,
      schema: 422,
      code: 422,
      fraud: 423,
    },
  },
};

/** Creates no users, rejects unknown fields, and requires the access token on most requests. */
const strict: Variant = {
  ...plain,
  wallet: { ...plain.wallet, bothFields: 'refused', repeatedAdd: 'refused' },
  challenge: { ...plain.challenge, randomBytes: 48, afterBadSignature: 'invalid' },
  otp: {
    ...plain.otp,
    digits: 8,
    identifiedBy: 'both',
    recordIds: 'per send',
    authenticateReturns: ['session'],
    lockAfter: 3,
  },
  identities: { ...plain.identities, unknown: 'refused at start', emailCase: 'significant' },
  bearer: {
    smsSend: 'required',
    alsoRequiredOn: [
      'cryptoWallet:start',
      'cryptoWallet:authenticate',
      'otp/sms:authenticate',
      'otp/email:send',
      'otp/email:authenticate',
    ],
    sessionOnSmsSend: 'links the phone',
  },
  fraudRestricts: 'every write',
  session: { ...plain.session, jwksPath: '/v1/keys', lifetimeSeconds: 300 },
  userRead: { ...plain.userRead, path: '/api/v1/user', envelope: ['data'] },
  requests: { unknownFields: 'refused', otherContentTypes: 'refused' },
  responses: { ...plain.responses, headerNames: 'title case' },
};

/** Returns HTML error pages, and rejects unknown identities at authenticate. */
const pages: Variant = {
  ...plain,
  wallet: { ...plain.wallet, bothFields: 'refused' },
  challenge: { ...plain.challenge, randomBytes: 24, afterSuccess: 'still valid' },
  otp: {
    ...plain.otp,
    digits: 7,
    codeField: { sms: 'oneTimePassword', email: 'token' },
    authenticateReturns: ['session', 'record'],
  },
  identities: { ...plain.identities, unknown: 'refused at authenticate' },
  bearer: { ...plain.bearer, smsSend: 'ignored' },
  session: { ...plain.session, jwksPath: null },
  masks: { ...plain.masks, email: 'a•••@e•••.test', withoutPhone: 'null' },
  userRead: {
    ...plain.userRead,
    path: '/api/user',
    personalInformation: {
      field: 'personalInformation',
      name: 'fullName',
      phoneNumber: 'phone',
      emailAddress: 'email',
      withF0000: 'null',
    },
    kyc: { field: 'kycDetails', beforeSubmission: 'null' },
    flags: { ...plain.userRead.flags, shape: 'codes by category', whenNone: 'absent' },
    transactions: {
      field: 'transactionHistory',
      id: 'transactionId',
      cryptoStatus: 'status',
      returned: 'returned',
      hashBeforeComplete: 'null',
    },
  },
  responses: {
    ...plain.responses,
    errorBody: 'page',
    errorStatus: {
      ...plain.responses.errorStatus,
      credentials: 403,
      method: 404,
      challenge: 410,
      signature: 403,
      code: 410,
      unknownIdentity: 403,
      fraud: 451,
    },
  },
};

/** Adds wallets to the last user of the client, and returns only the record for a correct code. */
const forgetful: Variant = {
  ...plain,
  wallet: { ...plain.wallet, addTarget: 'last user of the client' },
  otp: {
    ...plain.otp,
    identifiedBy: 'destination',
    sendReturns: 'nothing',
    authenticateReturns: ['record'],
    codeField: { sms: 'smsCode', email: 'emailCode' },
  },
  identities: { ...plain.identities, phoneSeparators: 'removed' },
  bearer: {
    ...plain.bearer,
    alsoRequiredOn: ['cryptoWallet:addToUser', 'user'],
  },
  masks: { ...plain.masks, preferredMfaMethodWithoutPhone: 'OTP_EMAIL' },
  userRead: { ...plain.userRead, identifiedBy: { query: 'id' }, walletsField: 'cryptoWallets' },
  responses: {
    ...plain.responses,
    errorBody: 'text',
    successStatus: { 'otp/sms:send': 202, 'otp/email:send': 202, 'cryptoWallet:addToUser': 201 },
    errorStatus: { ...plain.responses.errorStatus, unknownUser: 409 },
  },
};

/** Serves the user at an unusual path, without transactions. The challenge has no Latin letter and no separator. */
const hidden: Variant = {
  ...plain,
  challenge: {
    ...plain.challenge,
    phrase: '请签名以登录',
    randomText: 'decimal',
    secondStart: 'both stay valid',
  },
  otp: { ...plain.otp, authenticateReturns: ['session'], recordIds: 'per send' },
  session: { ...plain.session, algorithm: 'HS256', jwksPath: null },
  userRead: { ...plain.userRead, path: '/accounts/me/user', transactions: null },
  responses: {
    ...plain.responses,
    errorStatus: {
      ...plain.responses.errorStatus,
      bearer: 403,
      malformed: 422,
      schema: 422,
      signature: 400,
    },
  },
};

/** Adds fields to every response, except that of addToUser. */
const chatty: Variant = {
  ...plain,
  wallet: { ...plain.wallet, unverifiedOfOtherUser: 'moved' },
  otp: {
    ...plain.otp,
    authenticateReturns: ['session', 'userMask', 'record'],
    recordIds: 'per send',
  },
  bearer: { ...plain.bearer, smsSend: 'optional', sessionOnSmsSend: 'links the phone' },
  fraudRestricts: 'every write',
  session: { ...plain.session, idClaim: 'https://independent.example.test/user' },
  userRead: {
    ...plain.userRead,
    envelope: ['data', 'user'],
    personalInformation: {
      field: 'profile',
      name: 'displayName',
      phoneNumber: 'phoneNumber',
      emailAddress: 'emailAddress',
      withF0000: 'shown',
    },
    flags: {
      ...plain.userRead.flags,
      categories: {
        Fraud: 'fraud',
        'KYC Review': 'kycReview',
        'Transaction Processing': 'transactionProcessing',
      },
    },
    transactions: {
      field: 'achTransactions',
      id: 'id',
      cryptoStatus: 'crypto_status',
      returned: 'returnedByBank',
      hashBeforeComplete: 'empty',
    },
    walletsField: 'wallets',
  },
  responses: {
    ...plain.responses,
    successStatus: {
      'cryptoWallet:start': 201,
      'cryptoWallet:authenticate': 201,
      'cryptoWallet:addToUser': 202,
      'otp/sms:send': 201,
      'otp/sms:authenticate': 202,
      'otp/email:send': 201,
      'otp/email:authenticate': 202,
    },
    contentType: 'Application/JSON;charset="UTF-8"',
    headerNames: 'upper case',
    additionalFields: 'except in addToUser',
    errorBody: 'problem',
  },
};

/** For most open points, chooses the value that accepts more requests. */
const lenient: Variant = {
  ...plain,
  wallet: { ...plain.wallet, checksum: 'ignored', compactSignature: 'accepted' },
  challenge: {
    ...plain.challenge,
    afterSuccess: 'still valid',
    secondStart: 'both stay valid',
  },
  otp: {
    ...plain.otp,
    digits: 4,
    codeField: { sms: 'code', email: 'otpCode' },
    identifiedBy: 'either',
    secondSend: 'both stay valid',
    lockAfter: null,
  },
  identities: { unknown: 'sign up', emailCase: 'ignored', phoneSeparators: 'removed' },
  bearer: { ...plain.bearer, smsSend: 'ignored', sessionOnSmsSend: 'links the phone' },
  boundToClient: false,
  session: { ...plain.session, lifetimeSeconds: null },
  userRead: { ...plain.userRead, path: '/user' },
  requests: { unknownFields: 'ignored', otherContentTypes: 'read' },
};

/** Invalidates the code or challenge after one failed attempt. */
const nervous: Variant = {
  ...plain,
  challenge: {
    ...plain.challenge,
    randomBytes: 64,
    boundTo: 'address and network',
    afterBadSignature: 'invalid',
  },
  otp: {
    ...plain.otp,
    digits: 8,
    identifiedBy: 'both',
    codeField: { sms: 'verificationCode', email: 'verificationCode' },
    authenticateReturns: ['session', 'record'],
    lockAfter: 1,
  },
  identities: {
    unknown: 'refused at authenticate',
    emailCase: 'significant',
    phoneSeparators: 'refused',
  },
  session: { ...plain.session, algorithm: 'RS256', lifetimeSeconds: 60 },
  userRead: {
    ...plain.userRead,
    path: '/v1/auth/user',
    envelope: ['result'],
    flags: { ...plain.userRead.flags, whenNone: 'absent' },
  },
  requests: { unknownFields: 'refused', otherContentTypes: 'refused' },
  responses: {
    ...plain.responses,
    errorBody: 'empty',
    errorStatus: {
      ...plain.responses.errorStatus,
      credentials: 418,
      bearer: 498,
      schema: 406,
      malformed: 499,
      challenge: 428,
      code: 403,
      locked: 423,
      fraud: 402,
      conflict: 412,
    },
  },
};

/** Repeats the challenge of a wallet until the challenge is used, and adds fields to every response. */
const repeating: Variant = {
  ...plain,
  challenge: { ...plain.challenge, secondStart: 'repeats the first' },
  responses: { ...plain.responses, additionalFields: 'everywhere' },
};

/** Selects the user of an added wallet by a header that the interface does not define. */
const byHeader: Variant = {
  ...plain,
  wallet: { ...plain.wallet, addTarget: 'user of a header' },
};

export const variants = {
  plain,
  terse,
  typed,
  strict,
  pages,
  forgetful,
  hidden,
  chatty,
  lenient,
  nervous,
  repeating,
  byHeader,
} satisfies Record<string, Variant>;
