/** Lists the operations by the rules that apply to them (§4). */
import type { OperationId } from '../../src/contract/types.ts';

export const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const satisfies readonly OperationId[];

/** All operations with the method POST. */
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
