/** Lists the operations by the rules that apply to them (§4). */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';

export const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const satisfies readonly OperationId[];

export const authOperations = [
  ...walletOperations,
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
] as const satisfies readonly OperationId[];

export const allOperations = [
  ...authOperations,
  'getUser',
] as const satisfies readonly OperationId[];

export type WalletOperation = (typeof walletOperations)[number];

export const channels = ['sms', 'email'] as const satisfies readonly OtpChannel[];

export function getOtherChannel(channel: OtpChannel): OtpChannel {
  return channel === 'sms' ? 'email' : 'sms';
}

export const otpOperations = {
  sms: { send: 'sendSmsOtp', authenticate: 'authenticateSmsOtp' },
  email: { send: 'sendEmailOtp', authenticate: 'authenticateEmailOtp' },
} as const satisfies Readonly<Record<OtpChannel, Readonly<Record<string, OperationId>>>>;

export function isOtpSend(operation: OperationId | null): boolean {
  return operation === otpOperations.sms.send || operation === otpOperations.email.send;
}

export const otpNames = {
  sms: {
    destination: 'phoneNumber',
    recordId: 'phoneId',
    mask: 'phoneMask',
    setting: 'phoneNumbers',
  },
  email: {
    destination: 'emailAddress',
    recordId: 'emailId',
    mask: 'emailMask',
    setting: 'emailAddresses',
  },
} as const satisfies Readonly<Record<OtpChannel, Readonly<Record<string, string>>>>;
