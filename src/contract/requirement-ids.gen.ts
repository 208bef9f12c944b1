// Generated from openapi/api.yaml by `npm run generate`: edit that file, not this one.

import type { ErrorCode, OperationId } from './types.ts';

export interface OperationRequirements {
  /** The rule about headers; absent if the operation has no own rule about headers. */
  readonly headers?: string;
  readonly request: string;
  readonly response: string;
  /** By the cause of the refusal. */
  readonly refused: { readonly [Code in ErrorCode]?: string };
}

export interface FieldRequirements {
  /** The rule about the type of the field in a request. Default: "type". */
  readonly sent?: string;
  readonly missing?: string;
  readonly type: string;
  readonly value: string;
}

export const operationRequirements: { readonly [Id in OperationId]: OperationRequirements } = {
  startWalletAuth: {
    headers: '4.1.headers',
    request: '4.1.request.wallet',
    response: '4.1.response.challenge',
    refused: {
      invalidRequest: '4.1.request.missing-refused',
      identityUnknown: '5.6.identity.unknown',
    },
  },
  authenticateWallet: {
    headers: '4.2.headers',
    request: '4.2.request.wallet-and-signature',
    response: '4.2.response.userMask',
    refused: {
      invalidRequest: '4.2.request.missing-refused',
      identityUnknown: '5.6.identity.unknown',
      flagRestricts: '7.4.fraud.which-writes',
    },
  },
  addWalletToUser: {
    headers: '4.3.headers',
    request: '4.3.request.wallet',
    response: '4.3.response.empty',
    refused: {
      invalidRequest: '4.3.request.missing-refused',
      bearer: '4.3.user.which',
      identityTaken: '4.3.wallet.owned',
      flagRestricts: '7.4.fraud.writes-refused',
    },
  },
  sendSmsOtp: {
    headers: '4.4.headers',
    request: '4.4.request.phoneNumber',
    response: '4.4.response',
    refused: {
      invalidRequest: '4.4.request.missing-refused',
      bearer: '5.2.bearer.missing',
      identityUnknown: '5.6.identity.unknown',
      identityTaken: '5.7.bearer.meaning',
      flagRestricts: '7.4.fraud.which-writes',
    },
  },
  authenticateSmsOtp: {
    request: '4.5.request.fields',
    response: '4.5.response.which',
    refused: {
      invalidRequest: '4.5.request.fields',
      otpWrong: '4.5.otp.wrong-refused',
      identityUnknown: '5.6.identity.unknown',
      identityTaken: '7.errors.status-account',
      flagRestricts: '7.4.fraud.which-writes',
    },
  },
  sendEmailOtp: {
    headers: '4.6.headers',
    request: '4.6.request.emailAddress',
    response: '4.6.response',
    refused: {
      invalidRequest: '4.6.request.missing-refused',
      identityUnknown: '5.6.identity.unknown',
    },
  },
  authenticateEmailOtp: {
    request: '4.7.request.fields',
    response: '4.7.response.which',
    refused: {
      invalidRequest: '4.7.request.fields',
      otpWrong: '4.7.otp.wrong-refused',
      identityUnknown: '5.6.identity.unknown',
      flagRestricts: '7.4.fraud.which-writes',
    },
  },
  getUser: {
    request: '4.8.parameters',
    response: '4.8.response.user',
    refused: {
      invalidRequest: '4.8.parameters',
      bearer: '4.8.parameters',
      identityUnknown: '4.8.parameters',
    },
  },
};

/** By schema and field. */
export const fieldRequirements: {
  readonly [schema: string]: { readonly [field: string]: FieldRequirements };
} = {
  WalletIdentity: {
    walletAddress: {
      sent: '2.2.walletAddress.string',
      type: '2.2.walletAddress.wrong-type-refused',
      value: '2.2.walletAddress.form',
    },
    walletNetwork: {
      sent: '2.2.walletNetwork.both-values',
      type: '2.2.walletNetwork.other-values-refused',
      value: '2.2.walletNetwork.other-values-refused',
    },
    walletType: { type: '2.2.walletType.other-values', value: '2.2.walletType.other-values' },
  },
  SignedWalletIdentity: {
    walletAddress: {
      sent: '2.2.walletAddress.string',
      type: '2.2.walletAddress.wrong-type-refused',
      value: '2.2.walletAddress.form',
    },
    walletNetwork: {
      sent: '2.2.walletNetwork.both-values',
      type: '2.2.walletNetwork.other-values-refused',
      value: '2.2.walletNetwork.other-values-refused',
    },
    walletType: { type: '2.2.walletType.other-values', value: '2.2.walletType.other-values' },
    signature: {
      sent: '2.2.signature.string',
      type: '2.2.signature.wrong-type-refused',
      value: '5.3.wallet.signature-scheme',
    },
  },
  WalletAddress: {},
  WalletNetwork: {},
  WalletType: {},
  Challenge: {
    challenge: {
      missing: '4.1.response.challenge',
      type: '2.3.challenge.string',
      value: '2.3.challenge.phrase-words',
    },
  },
  Authentication: {
    sessionJwt: {
      missing: '4.2.response.sessionJwt',
      type: '2.4.sessionJwt.jwt',
      value: '2.4.sessionJwt.jwt',
    },
    userMask: {
      missing: '4.2.response.userMask',
      type: '2.4.userMask.object',
      value: '2.4.userMask.object',
    },
  },
  UserMask: {
    id: { missing: '2.4.userMask.id', type: '2.4.userMask.id', value: '2.4.userMask.id' },
    createTime: {
      missing: '2.4.userMask.createTime',
      type: '2.4.userMask.createTime',
      value: '2.4.userMask.createTime',
    },
    updateTime: {
      missing: '2.4.userMask.updateTime',
      type: '2.4.userMask.updateTime',
      value: '2.4.userMask.updateTime',
    },
    phoneMask: {
      missing: '2.4.userMask.phoneMask-absent',
      type: '2.4.userMask.phoneMask-absent',
      value: '2.5.phoneMask.format',
    },
    preferredMfaMethod: {
      missing: '2.4.userMask.preferredMfaMethod',
      type: '2.4.userMask.preferredMfaMethod',
      value: '2.4.userMask.preferredMfaMethod-values',
    },
  },
  SmsDestination: {
    phoneNumber: {
      sent: '2.5.phoneNumber.international',
      type: '2.5.phoneNumber.other-form-refused',
      value: '2.5.phoneNumber.other-form-refused',
    },
  },
  PhoneRecord: {
    phoneId: {
      missing: '2.5.phoneId.string',
      type: '2.5.phoneId.string',
      value: '2.5.phoneId.lifetime',
    },
    phoneMask: {
      missing: '2.5.phoneMask.last-four',
      type: '2.5.phoneMask.last-four',
      value: '2.5.phoneMask.format',
    },
  },
  SmsCode: {},
  EmailDestination: {
    emailAddress: {
      sent: '2.6.emailAddress.string',
      type: '2.6.emailAddress.wrong-type-refused',
      value: '2.6.emailAddress.form',
    },
  },
  EmailRecord: {
    emailId: {
      missing: '2.6.emailId.string',
      type: '2.6.emailId.string',
      value: '2.6.emailId.lifetime',
    },
    emailMask: {
      missing: '2.6.emailMask.masked',
      type: '2.6.emailMask.masked',
      value: '2.6.emailMask.format',
    },
  },
  EmailCode: {},
  PhoneNumber: {},
  EmailAddress: {},
  PhoneMask: {},
  EmailMask: {},
  RecordReference: {},
  OneTimePassword: {},
  Empty: {},
  User: {},
  Kyc: {
    status: {
      missing: '2.7.user.other-parts',
      type: '2.7.kyc.status-values',
      value: '2.7.kyc.status-values',
    },
  },
  KycStatus: {},
  Flag: {
    code: { missing: '2.7.flag.record', type: '2.7.flag.code', value: '2.7.flag.catalogue' },
    category: {
      missing: '2.7.flag.category-words',
      type: '2.7.flag.category-words',
      value: '2.7.flag.category-words',
    },
  },
  FlagCategory: {},
  PersonalInformation: {
    phoneNumber: {
      sent: '2.5.phoneNumber.international',
      type: '2.5.phoneNumber.other-form-refused',
      value: '2.5.phoneNumber.other-form-refused',
    },
    emailAddress: {
      sent: '2.6.emailAddress.string',
      type: '2.6.emailAddress.wrong-type-refused',
      value: '2.6.emailAddress.form',
    },
  },
  Wallet: {
    walletNetwork: {
      sent: '2.2.walletNetwork.both-values',
      type: '2.2.walletNetwork.other-values-refused',
      value: '2.2.walletNetwork.other-values-refused',
    },
    walletType: { type: '2.2.walletType.other-values', value: '2.2.walletType.other-values' },
  },
  Transaction: {
    cryptoStatus: {
      missing: '2.7.user.other-parts',
      type: '2.7.transaction.cryptoStatus-values',
      value: '2.7.transaction.cryptoStatus-values',
    },
    transactionHash: {
      missing: '2.7.transaction.transactionHash',
      type: '2.7.transaction.transactionHash',
      value: '2.7.transaction.transactionHash',
    },
  },
  CryptoStatus: {},
  Id: {},
  Timestamp: {},
  Error: {},
  ErrorDetail: {},
  ErrorCode: {},
};

export const causeRequirements: { readonly [Code in ErrorCode]?: string } = {
  bearer: '5.7.bearer.other-operations',
  malformed: '4.body.request-json',
  unsupportedMediaType: '2.1.content-type.other',
  tooLarge: '8.limits.size',
  rateLimited: '8.limits.rate',
  signature: '3.wallet.bad-signature-changes-nothing',
  challengeUnknown: '5.3.wallet.start-needed',
  challengeExpired: '2.3.challenge.lifetime',
  otpExpired: '8.otp.lifetime',
  otpLocked: '8.otp.attempts',
};
