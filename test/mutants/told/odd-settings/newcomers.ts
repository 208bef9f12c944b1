/** Deployments where nobody signs up, and who is known to them (§5.6). */
import { accountsScenario, declaredAccounts, testKey } from '../../accounts.ts';
import { oneOfEach } from '../../sandbox-targets.ts';
import { declaredAs, discovery, named, type OddRuns } from './odd-run.ts';

const rejectAtStart = { 'identity.unknown': 'rejectAtStart' };

/** Its address has no letter in upper case. */
const LOWER_CASE = '0x61f570c82d11e18dff4664025943f25902059785';
const LOWER_CASE_KEY = `0x${'ef3'.padStart(64, '0')}`;

export const strangersRefused: OddRuns = {
  'where nobody signs up: flagged accounts alone': {
    dialect: rejectAtStart,
    settings: { accounts: named('fraud', 'in-doubt') },
  },
  'where nobody signs up: no accounts': { dialect: rejectAtStart, settings: { accounts: [] } },
  'where nobody signs up: destinations of nobody': {
    dialect: rejectAtStart,
    settings: {
      accounts: [],
      destinations: oneOfEach,
    },
  },
  'where nobody signs up: an address in lower case': {
    dialect: rejectAtStart,
    scenario: {
      ...accountsScenario,
      users: accountsScenario.users
        .filter(({ key }) => key === 'clean')
        .map((user) => ({ ...user, wallets: [{ address: LOWER_CASE, network: 'ETHEREUM' }] })),
    },
    settings: {
      accounts: named('clean').map((its) => ({ ...its, privateKey: LOWER_CASE_KEY })),
    },
  },
  'where nobody signs up: the first account with a key of nobody': {
    dialect: rejectAtStart,
    settings: declaredAs({ clean: { privateKey: testKey(900) } }),
  },
  'where nobody signs up: all but the first with keys of nobody': {
    dialect: rejectAtStart,
    settings: {
      accounts: declaredAccounts.map((its, index) =>
        index === 0 ? its : { ...its, privateKey: testKey(900 + index) },
      ),
    },
  },
  'where nobody signs up: a flagged account that is declared without its flags': {
    dialect: rejectAtStart,
    settings: { accounts: named('fraud').map((its) => ({ ...its, flags: null })) },
  },
  'where nobody signs up: an account on one network, unknown with 410': {
    dialect: {
      'identity.unknown': 'rejectAtAuthenticate',
      'wallet.identity': 'addressAndNetwork',
      'errors.status.identityUnknown': 410,
    },
    ...discovery,
  },
};
