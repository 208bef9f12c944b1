/** Keys that a run with the accounts of these tests cannot detect in some dialects. */
import type { Dialect } from '../../../src/dialect/dialect.ts';

interface UndetectableKeys {
  readonly reason: string;
  readonly keys: readonly string[];
  applies(dialect: Dialect): boolean;
}

const undetectableKeys: readonly UndetectableKeys[] = [
  {
    reason: 'signing keys that are not at the usual path are perhaps published elsewhere',
    keys: ['session.jwksPath'],
    applies: ({ session }) => session.jwksPath === 'none' && session.algorithm !== 'HS256',
  },
  {
    reason:
      'no new user can be created; every account has a phone number, and perhaps submitted KYC',
    keys: ['userMask.absent', 'kyc.beforeSubmission', 'otp.sms.bearerSession'],
    applies: ({ identity }) => identity.unknown !== 'signUp',
  },
  {
    reason: 'a wallet of another user is accepted, and adding a phone number is not tested',
    keys: ['errors.status.identityTaken'],
    applies: ({ identity, wallet }) =>
      identity.unknown !== 'signUp' && wallet.addOwned === 'accept',
  },
  {
    reason: 'the user read takes no session, and no new user can be created to add a wallet to',
    keys: ['session.boundToClient'],
    applies: ({ identity, user }) =>
      identity.unknown !== 'signUp' && user.identifiedBy !== 'bearerSession',
  },
  {
    reason: 'no operation takes a session, except perhaps the SMS send',
    keys: ['session.boundToClient'],
    applies: ({ bearer, user }) =>
      user.identifiedBy !== 'bearerSession' &&
      bearer.requiredOn.includes('addWalletToUser') &&
      !bearer.accepts.includes('session'),
  },
  {
    reason: 'a sign-in by wallet needs a session, which the second client cannot get',
    keys: ['session.boundToClient', 'flags.fraudRestricts'],
    applies: ({ bearer }) =>
      !bearer.accepts.includes('client') &&
      (bearer.requiredOn.includes('startWalletAuth') ||
        bearer.requiredOn.includes('authenticateWallet')),
  },
  {
    reason: 'the unverified wallet of the flagged account cannot be read before it signs in',
    keys: ['flags.fraudRestricts'],
    applies: ({ otp, user }) =>
      user.names.wallets === 'none' || !/session/i.test(otp.email.authenticateReturns),
  },
  {
    reason: 'adding a phone number with a session is not possible, or not tested',
    keys: ['flags.fraudRestricts'],
    applies: ({ bearer, identity }) =>
      identity.unknown !== 'signUp' ||
      (bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session')),
  },
];

/** Returns the keys that a run cannot detect in a dialect. */
export function listUndetectableKeys(dialect: Dialect): ReadonlySet<string> {
  return new Set(undetectableKeys.flatMap(({ keys, applies }) => (applies(dialect) ? keys : [])));
}
