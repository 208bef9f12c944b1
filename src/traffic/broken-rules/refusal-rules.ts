/**
 * The rules of openapi/requirements.yaml that refusals rest on: data, which a test holds against that
 * file. A rule is found by the cause, by where the request was wrong, and by the operation.
 */
import type { OperationId } from '../../contract/words.ts';
import type { Cause } from '../../domain/errors.ts';

export type ByOperation = { readonly [Id in OperationId]?: string };

/** Fields that the operation needs are not there. */
export const MISSING: ByOperation = {
  startWalletAuth: '4.1.request.missing-refused',
  authenticateWallet: '4.2.request.missing-refused',
  addWalletToUser: '4.3.request.missing-refused',
  sendSmsOtp: '4.4.request.missing-refused',
  authenticateSmsOtp: '4.5.request.fields',
  sendEmailOtp: '4.6.request.missing-refused',
  authenticateEmailOtp: '4.7.request.fields',
  getUser: '4.8.parameters',
};

export const UNKNOWN_FIELD = '7.requests.unknown-fields';
export const OTHER_VARIANT = '2.2.variant.authoritative';

/** A field that is there and wrong. */
export const FIELDS: Readonly<Record<string, { readonly type: string; readonly value: string }>> = {
  walletAddress: { type: '2.2.walletAddress.wrong-type-refused', value: '2.2.walletAddress.form' },
  walletNetwork: {
    type: '2.2.walletNetwork.other-values-refused',
    value: '2.2.walletNetwork.other-values-refused',
  },
  walletType: { type: '2.2.walletType.other-values', value: '2.2.walletType.other-values' },
  signature: { type: '2.2.signature.wrong-type-refused', value: '5.3.wallet.signature-scheme' },
  phoneNumber: {
    type: '2.5.phoneNumber.other-form-refused',
    value: '2.5.phoneNumber.other-form-refused',
  },
  emailAddress: { type: '2.6.emailAddress.wrong-type-refused', value: '2.6.emailAddress.form' },
};

/** A number that begins as §2.5 says and is refused for the rest. */
export const PHONE_SEPARATORS = '2.5.phoneNumber.separators';
export const BOTH_VARIANTS = '2.2.variant.both-sent';

export const CREDENTIALS = {
  missing: '5.1.credentials.missing-refused',
  wrong: '5.1.credentials.wrong-refused',
} as const;

export const NO_OPERATION = {
  prefix: '9.path.v1',
  getter: '4.method.get',
  poster: '4.method.post',
  other: '4.method.other',
} as const;

export const BEARER: ByOperation & { readonly other: string } = {
  sendSmsOtp: '5.2.bearer.missing',
  getUser: '4.8.parameters',
  addWalletToUser: '4.3.user.which',
  other: '5.7.bearer.other-calls',
};

const UNKNOWN_IDENTITY = '5.6.identity.unknown';

/** Causes that one rule stands behind, whatever was wrong. */
export const CAUSES: { readonly [C in Cause]?: string | ByOperation } = {
  malformed: '4.body.request-json',
  mediaType: '2.1.content-type.other',
  tooLarge: '8.limits.size',
  rateLimited: '8.limits.rate',
  signature: '3.wallet.bad-signature-changes-nothing',
  challengeUnknown: '5.3.wallet.start-needed',
  challengeExpired: '2.3.challenge.lifetime',
  otpWrong: {
    authenticateSmsOtp: '4.5.otp.wrong-refused',
    authenticateEmailOtp: '4.7.otp.wrong-refused',
  },
  otpExpired: '8.otp.lifetime',
  otpLocked: '8.otp.attempts',
  identityUnknown: {
    startWalletAuth: UNKNOWN_IDENTITY,
    authenticateWallet: UNKNOWN_IDENTITY,
    sendSmsOtp: UNKNOWN_IDENTITY,
    authenticateSmsOtp: UNKNOWN_IDENTITY,
    sendEmailOtp: UNKNOWN_IDENTITY,
    authenticateEmailOtp: UNKNOWN_IDENTITY,
    getUser: '4.8.parameters',
  },
  identityTaken: {
    addWalletToUser: '4.3.wallet.owned',
    sendSmsOtp: '5.7.bearer.meaning',
    authenticateSmsOtp: '7.errors.status-account',
  },
  flagRestricts: {
    addWalletToUser: '7.4.fraud.writes-refused',
    authenticateWallet: '7.4.fraud.which-writes',
    sendSmsOtp: '7.4.fraud.which-writes',
    authenticateSmsOtp: '7.4.fraud.which-writes',
    authenticateEmailOtp: '7.4.fraud.which-writes',
  },
};

/** Every id that a call can be given. */
export const brokenRuleIds: readonly string[] = [
  ...new Set([
    UNKNOWN_FIELD,
    OTHER_VARIANT,
    PHONE_SEPARATORS,
    BOTH_VARIANTS,
    ...[MISSING, CREDENTIALS, NO_OPERATION, BEARER].flatMap((rules) => Object.values(rules)),
    ...Object.values(FIELDS).flatMap(({ type, value }) => [type, value]),
    ...Object.values(CAUSES).flatMap((rule) =>
      typeof rule === 'string' ? rule : Object.values(rule),
    ),
  ]),
];
