/** Keys that the accounts of these tests cannot show in some dialects; they may stay unknown. */
import type { Dialect } from '../../../src/dialect/dialect.ts';

interface Gap {
  readonly why: string;
  readonly keys: readonly string[];
  isIn(dialect: Dialect): boolean;
}

const gaps: readonly Gap[] = [
  {
    why: 'keys that are not at the usual path may be anywhere',
    keys: ['session.jwksPath'],
    isIn: ({ session }) => session.jwksPath === 'none' && session.algorithm !== 'HS256',
  },
  {
    why: 'nobody is new: every declared account has a number, and has perhaps submitted KYC',
    keys: ['userMask.absent', 'kyc.beforeSubmission', 'otp.sms.bearerSession'],
    isIn: ({ identity }) => identity.unknown !== 'signUp',
  },
  {
    why: 'a wallet can be taken over, and whether a number can be is not known',
    keys: ['errors.status.identityTaken'],
    isIn: ({ identity, wallet }) => identity.unknown !== 'signUp' && wallet.addOwned === 'accept',
  },
  {
    why: 'no read takes a session, and no new user can be asked who gets a wallet',
    keys: ['session.boundToClient'],
    isIn: ({ identity, user }) =>
      identity.unknown !== 'signUp' && user.identifiedBy !== 'bearerSession',
  },
  {
    why: 'a session serves for an SMS send alone',
    keys: ['session.boundToClient'],
    isIn: ({ bearer, user }) =>
      user.identifiedBy !== 'bearerSession' &&
      bearer.requiredOn.includes('addWalletToUser') &&
      !bearer.accepts.includes('session'),
  },
  {
    why: 'a sign-in by wallet needs a session, which the second client never gets, the first one late',
    keys: ['session.boundToClient', 'flags.fraudRestricts'],
    isIn: ({ bearer }) =>
      !bearer.accepts.includes('client') &&
      (bearer.requiredOn.includes('startWalletAuth') ||
        bearer.requiredOn.includes('authenticateWallet')),
  },
  {
    why: 'the account with the flag cannot be read before its wallet signs in, or does not show it',
    keys: ['flags.fraudRestricts'],
    isIn: ({ otp, user }) =>
      user.names.wallets === 'none' || !/session/i.test(otp.email.authenticateReturns),
  },
  {
    why: 'whether it adds a number is not known, or no session serves for that',
    keys: ['flags.fraudRestricts'],
    isIn: ({ bearer, identity }) =>
      identity.unknown !== 'signUp' ||
      (bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session')),
  },
];

/** Returns the keys that may stay unknown in a dialect. */
export function listNotShown(dialect: Dialect): ReadonlySet<string> {
  return new Set(gaps.flatMap((gap) => (gap.isIn(dialect) ? gap.keys : [])));
}
