/** User reads, wallets and sessions of unusual dialects. */
import {
  declaredAs,
  discovery,
  numbersOfNobody,
  secondClient,
  taken,
  withoutToken,
  type OddRuns,
} from './odd-run.ts';

export const oddDialects: OddRuns = {
  'another type than EVM': taken({ 'wallet.types': ['SOLANA'] }),
  'a wallet that can be taken over': { dialect: { 'wallet.addOwned': 'accept' }, ...discovery },
  'a wallet that can be taken over: numbers of nobody': {
    dialect: { 'wallet.addOwned': 'accept' },
    ...discovery,
    settings: numbersOfNobody,
  },
  'a wallet that can be taken over: no number of the first account': {
    dialect: { 'wallet.addOwned': 'accept' },
    ...discovery,
    settings: declaredAs({ clean: { phoneNumber: null } }),
  },
  'a session that tells the user: no token': {
    dialect: { 'identity.addWalletTarget': 'bearer' },
    ...discovery,
    settings: withoutToken,
  },
  'a user read that needs a bearer: a token of no second client': {
    dialect: {
      'user.identifiedBy': { query: 'userId' },
      'bearer.requiredOn': ['sendSmsOtp', 'getUser'],
      'bearer.accepts': ['client'],
    },
    settings: { secondClient: secondClient && { ...secondClient, accessToken: 'no-token' } },
  },
  'a user read at an unusual path': { dialect: { 'user.path': '/members/me/user' } },
  'no wallets in the user read': { dialect: { 'user.names.wallets': 'none' } },
  'no public keys where they are expected': {
    dialect: { 'session.jwksPath': 'none' },
    granted: {},
  },
};
