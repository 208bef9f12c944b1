/** Lists the sections of checks: most in the order of the interface; long and final checks at the end. */
import type { Section } from '../define-check.ts';
import { clientCredentials } from './2.1-client-credentials.check.ts';
import { walletIdentity } from './2.2-wallet-identity.check.ts';
import { challenge } from './2.3-challenge.check.ts';
import { everySignIn } from './2.4-every-sign-in.check.ts';
import { authenticationResult } from './2.4-authentication-result.check.ts';
import { phoneMask } from './2.4-phone-mask.check.ts';
import { updateTime } from './2.4-update-time.check.ts';
import { phoneRecord } from './2.5-phone-record.check.ts';
import { emailRecord } from './2.6-email-record.check.ts';
import { newUsers } from './2.7-new-users.check.ts';
import { userFlags } from './2.7-user-flags.check.ts';
import { userStatuses } from './2.7-user-statuses.check.ts';
import { walletStates } from './3-wallet-states.check.ts';
import { transactionStates } from './3-transaction-states.check.ts';
import { kyc } from './3-kyc.check.ts';
import { endpoints } from './4-endpoints.check.ts';
import { start } from './4.1-cryptoWallet-start.check.ts';
import { authenticate } from './4.2-cryptoWallet-authenticate.check.ts';
import { addToUser } from './4.3-cryptoWallet-addToUser.check.ts';
import { smsSend, emailSend } from './4.4-otp-send.check.ts';
import { smsAuthenticate, emailAuthenticate } from './4.5-otp-authenticate.check.ts';
import { userRead } from './4.8-user-read.check.ts';
import { accountsInContexts } from './4.8-accounts-in-contexts.check.ts';
import { onlyTheCaller } from './4.8-only-the-caller.check.ts';
import { whoseData } from './4.8-whose-data.check.ts';
import { credentials } from './5.1-client-credentials.check.ts';
import { bearer } from './5.2-bearer.check.ts';
import { walletFlow } from './5.3-wallet-flow.check.ts';
import { smsFlow, emailFlow } from './5.4-otp-flow.check.ts';
import { accountLinking } from './5.6-account-linking.check.ts';
import { flags } from './7-flags.check.ts';
import { fraud } from './7.4-fraud.check.ts';
import { versioning } from './9-versioning.check.ts';
import { schemaCases } from './4-schema-cases.check.ts';
import { unparsableBodies } from './4-unparsable-bodies.check.ts';
import { malformedSignatures } from './3-malformed-signatures.check.ts';
import { invalidCredentials } from './5-invalid-credentials.check.ts';
import { ownedWallets } from './3-owned-wallets.check.ts';
import { everyResponse } from './every-response.check.ts';
import { everyUserRead } from './4.8-every-user-read.check.ts';
import { leaks } from './7-leaks.check.ts';
import { robustness } from './7-robustness.check.ts';

export const sections: readonly Section[] = [
  clientCredentials,
  walletIdentity,
  challenge,
  authenticationResult,
  phoneMask,
  updateTime,
  phoneRecord,
  emailRecord,
  userFlags,
  newUsers,
  userStatuses,
  walletStates,
  transactionStates,
  kyc,
  endpoints,
  start,
  authenticate,
  addToUser,
  smsSend,
  smsAuthenticate,
  emailSend,
  emailAuthenticate,
  userRead,
  whoseData,
  onlyTheCaller,
  accountsInContexts,
  credentials,
  bearer,
  walletFlow,
  smsFlow,
  emailFlow,
  accountLinking,
  flags,
  fraud,
  versioning,
  // The longest checks, and the checks with hostile input.
  ownedWallets,
  schemaCases,
  unparsableBodies,
  malformedSignatures,
  invalidCredentials,
  robustness,
  // Checks of every response of the run.
  everySignIn,
  everyResponse,
  everyUserRead,
  leaks,
];
