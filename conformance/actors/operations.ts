/** The operations as rules bind them together (§4). */
import type { OperationId } from '../../src/contract/words.ts';

export const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const satisfies readonly OperationId[];

/** All that are called with POST. */
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
