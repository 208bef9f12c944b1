// Generated from openapi/api.yaml by `npm run generate`: edit that file, not this one.

import type { components } from './api.gen.ts';

type Schemas = components['schemas'];

export const walletNetworks: readonly Schemas['WalletNetwork'][] = ['ETHEREUM', 'POLYGON'];

export const kycStatuses: readonly Schemas['KycStatus'][] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];

export const cryptoStatuses: readonly Schemas['CryptoStatus'][] = ['PENDING', 'COMPLETE', 'FAILED'];

export const flagCategories: readonly Schemas['FlagCategory'][] = [
  'Fraud',
  'KYC Review',
  'Transaction Processing',
];

export const errorCodes: readonly Schemas['ErrorCode'][] = [
  'clientCredentials',
  'bearer',
  'malformed',
  'invalidRequest',
  'signature',
  'challengeUnknown',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'identityUnknown',
  'flagRestricts',
  'identityTaken',
  'rateLimited',
  'tooLarge',
  'unsupportedMediaType',
  'notFound',
  'methodNotAllowed',
  'internal',
];
