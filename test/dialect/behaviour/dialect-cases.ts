/** The cases of all dialect keys, in the order of the schema. */
import { bearerKeys } from './bearer.ts';
import { errorsKeys } from './errors.ts';
import { flagsKeys } from './flags.ts';
import { identityKeys } from './identity.ts';
import { listCases } from './key-behaviour.ts';
import { kycKeys } from './kyc.ts';
import { limitsKeys } from './limits.ts';
import { masksKeys } from './masks.ts';
import { otpKeys } from './otp.ts';
import { requestsKeys } from './requests.ts';
import { sessionKeys } from './session.ts';
import { successKeys } from './success.ts';
import { userKeys } from './user.ts';
import { userMaskKeys } from './user-mask.ts';
import { walletKeys } from './wallet.ts';

export const dialectCases = [
  ...walletKeys,
  ...otpKeys,
  ...identityKeys,
  ...userMaskKeys,
  ...masksKeys,
  ...userKeys,
  ...flagsKeys,
  ...kycKeys,
  ...bearerKeys,
  ...sessionKeys,
  ...requestsKeys,
  ...successKeys,
  ...errorsKeys,
  ...limitsKeys,
].flatMap(listCases);
