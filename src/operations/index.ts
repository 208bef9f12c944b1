import type { OperationId } from '../contract/types.ts';
import { addWalletToUser } from './add-wallet-to-user.ts';
import { authenticateEmailOtp } from './authenticate-email-otp.ts';
import { authenticateSmsOtp } from './authenticate-sms-otp.ts';
import { authenticateWallet } from './authenticate-wallet.ts';
import { getUser } from './get-user.ts';
import type { Operation } from './operation.ts';
import { sendEmailOtp } from './send-email-otp.ts';
import { sendSmsOtp } from './send-sms-otp.ts';
import { startWalletAuth } from './start-wallet-auth.ts';

/** The type requires a handler for each operation of the contract. */
export const operations: { readonly [Id in OperationId]: Operation<Id> } = {
  startWalletAuth,
  authenticateWallet,
  addWalletToUser,
  sendSmsOtp,
  authenticateSmsOtp,
  sendEmailOtp,
  authenticateEmailOtp,
  getUser,
};
