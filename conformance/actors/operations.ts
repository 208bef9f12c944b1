/** Groups the operations (§4), and names the operations, fields and setting of each OTP channel. */
import type { OperationId } from '../../src/contract/types.ts';
import { otpFields } from '../../src/contract/wire/one-time-password.ts';
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

export function listOtpOperations(channel: OtpChannel): readonly OperationId[] {
  return Object.values(otpOperations[channel]);
}

export function isOtpOperation(operation: OperationId): boolean {
  return channels.some((channel) => listOtpOperations(channel).includes(operation));
}

export function isOtpSend(operation: OperationId | null): boolean {
  return operation === otpOperations.sms.send || operation === otpOperations.email.send;
}

/** The names of fields, and of the setting with the destinations. */
export const otpNames = {
  sms: { ...otpFields.sms, setting: 'phoneNumbers' },
  email: { ...otpFields.email, setting: 'emailAddresses' },
} as const satisfies Readonly<Record<OtpChannel, Readonly<Record<string, string>>>>;
