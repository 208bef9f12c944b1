/** Accounts, dialects and settings that are legal, and seldom met. */
import type { Section } from '../../../conformance/define-check.ts';
import type { RunPorts } from '../../../conformance/run.ts';
import type { ConformSettings, DeclaredAccount } from '../../../conformance/settings.ts';
import { accountsScenario, declaredAccounts, testKey } from '../accounts.ts';
import type { DialectValues } from '../round-trip/values.ts';
import { settingsFor } from '../sandbox-targets.ts';

export interface OddRun {
  /** What the sandbox is started in; the default where nothing is said. */
  readonly dialect?: DialectValues;
  /** Taken for granted in place of discovery. */
  readonly granted?: DialectValues;
  readonly settings?: Partial<ConformSettings>;
  readonly sections?: readonly Section[];
  /** Of users other than those of the accounts. */
  readonly scenario?: object;
  /** @param target the base URL of the sandbox */
  readonly ports?: (target: string) => Partial<RunPorts>;
}

const { client, secondClient } = settingsFor('http://127.0.0.1');
const withoutToken = { client: { ...client, accessToken: null } };
const bare = { ...withoutToken, secondClient: null, accounts: [] };
const discovery = { sections: [] };
const rejectAtStart = { 'identity.unknown': 'rejectAtStart' };

function taken(values: DialectValues): Pick<OddRun, 'dialect' | 'granted'> {
  return { dialect: values, granted: values };
}

function named(...names: readonly string[]): DeclaredAccount[] {
  return declaredAccounts.filter(({ name }) => names.includes(name));
}

/** Every account, some of them declared otherwise than they are. */
function declaredAs(
  changes: Readonly<Record<string, Partial<DeclaredAccount>>>,
): Pick<ConformSettings, 'accounts'> {
  return { accounts: declaredAccounts.map((its) => ({ ...its, ...changes[its.name] })) };
}

/** Its address has no letter in upper case. */
const LOWER_CASE = '0x61f570c82d11e18dff4664025943f25902059785';
const LOWER_CASE_KEY = `0x${'ef3'.padStart(64, '0')}`;

/** A signal that is aborted as soon as the run says so many things of how it goes on. */
function interruptedAfter(steps: number): () => Partial<RunPorts> {
  return () => {
    const controller = new AbortController();
    let left = steps;
    return {
      signal: controller.signal,
      watch: () => {
        left -= 1;
        if (left === 0) controller.abort();
      },
    };
  };
}

/** A person who reads the inbox, and ends the run at some question. */
function reader(questions = Infinity): (target: string) => Partial<RunPorts> {
  return (target) => {
    const controller = new AbortController();
    let left = questions;
    return {
      signal: controller.signal,
      async ask(question) {
        left -= 1;
        if (left === 0) controller.abort();
        const [, channel = '', to = ''] = /by (\w+) to (\S+):/.exec(question) ?? [];
        const query = new URLSearchParams({ channel, to });
        const answer = await fetch(`${target}/sandbox/inbox?${query.toString()}`);
        const { items } = (await answer.json()) as { items: { code: string }[] };
        return items.at(-1)?.code ?? '';
      },
    };
  };
}

/** A clock that goes a minute on at each look. */
function fastClock(): Partial<RunPorts> {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return { now: () => (time += 60_000) };
}

export const oddRuns: Readonly<Record<string, OddRun>> = {
  'nothing odd': {},
  'nothing odd, taken for granted': taken({}),
  'nothing odd, and nothing checked': discovery,
  'where nobody signs up: flagged accounts alone': {
    dialect: rejectAtStart,
    settings: { accounts: named('fraud', 'in-doubt') },
  },
  'where nobody signs up: no accounts': { dialect: rejectAtStart, settings: { accounts: [] } },
  'where nobody signs up: destinations of nobody': {
    dialect: rejectAtStart,
    settings: {
      accounts: [],
      destinations: { phoneNumbers: ['+12025550123'], emailAddresses: ['qa@example.test'] },
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
  'an account that signs in by nothing': {
    ...taken({}),
    settings: {
      accounts: [
        ...named('clean', 'fraud').map((its) => ({
          ...its,
          privateKey: null,
          phoneNumber: null,
          emailAddress: null,
        })),
      ],
    },
  },
  'another type than EVM': {
    ...taken({ 'wallet.types': ['SOLANA'] }),
  },
  'a wallet that can be taken over': { dialect: { 'wallet.addOwned': 'accept' }, ...discovery },
  'a wallet that can be taken over: no accounts': {
    dialect: { 'wallet.addOwned': 'accept' },
    ...discovery,
    settings: { accounts: [] },
  },
  'a wallet that can be taken over: numbers of nobody': {
    dialect: { 'wallet.addOwned': 'accept' },
    ...discovery,
    settings: {
      accounts: declaredAccounts.map((its, index) => ({
        ...its,
        phoneNumber: `+1303555012${index}`,
      })),
    },
  },
  'a session that tells the user: no token': {
    dialect: { 'identity.addWalletTarget': 'bearer' },
    ...discovery,
    settings: withoutToken,
  },
  'a bearer for every one-time password: no token': {
    dialect: {
      'bearer.requiredOn': [
        'sendSmsOtp',
        'authenticateSmsOtp',
        'sendEmailOtp',
        'authenticateEmailOtp',
      ],
    },
    settings: bare,
  },
  'a bearer for authenticate: one destination of each kind': {
    dialect: { 'bearer.requiredOn': ['sendSmsOtp', 'authenticateSmsOtp', 'authenticateEmailOtp'] },
    ...discovery,
    settings: {
      destinations: { phoneNumbers: ['+12025550123'], emailAddresses: ['qa@example.test'] },
    },
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
  'no session by SMS': {
    ...taken({
      'otp.sms.authenticateReturns': 'record',
      'identity.addWalletTarget': 'bearer',
    }),
  },
  'no session by SMS, nor with a number: numbers of nobody': {
    ...taken({
      'otp.sms.authenticateReturns': 'record',
      'otp.sms.bearerSession': 'ignored',
      'identity.addWalletTarget': 'bearer',
    }),
    settings: {
      accounts: declaredAccounts.map((its, index) => ({
        ...its,
        phoneNumber: `+1303555012${index}`,
      })),
    },
  },
  'a bearer for authenticate, taken for granted: no token': {
    ...taken({ 'bearer.requiredOn': ['sendSmsOtp', 'authenticateSmsOtp', 'authenticateEmailOtp'] }),
    settings: {
      ...withoutToken,
      secondClient: secondClient && { ...secondClient, accessToken: null },
    },
  },
  'a number that has to match, taken for granted: destinations of nobody': {
    ...taken({ 'otp.sms.bearerSession': 'mustMatch' }),
    settings: {
      ...bare,
      destinations: { phoneNumbers: ['+12025550123'], emailAddresses: ['qa@example.test'] },
    },
  },
  'answers without a body': {
    ...taken({
      'otp.sms.sendReturns': 'empty',
      'otp.sms.identifiedBy': 'destination',
      'otp.sms.authenticateReturns': 'sessionAndRecord',
      'otp.email.authenticateReturns': 'empty',
    }),
  },
  'no wallets in the user read': { dialect: { 'user.names.wallets': 'none' } },
  'flags under another name than expected': {
    dialect: {},
    granted: { 'user.names.flags': 'alerts' },
    settings: { accounts: named('fraud', 'in-review') },
  },
  'accounts with a number alone': {
    settings: {
      accounts: declaredAccounts.map((its) => ({ ...its, privateKey: null, emailAddress: null })),
    },
  },
  'no public keys where they are expected': {
    dialect: { 'session.jwksPath': 'none' },
    granted: {},
  },
  'three sends for the client: three codes': {
    dialect: { 'limits.sends': { count: 3, per: 'PT1H', scope: 'client' } },
    ...discovery,
    settings: { maxOtpSends: 3 },
  },
  'one send for the client': {
    dialect: { 'limits.sends': { count: 1, per: 'PT1H', scope: 'client' } },
    ...discovery,
  },
  'two sends to a destination: no accounts, and one destination of each kind': {
    dialect: { 'limits.sends': { count: 2, per: 'PT1H', scope: 'destination' } },
    ...discovery,
    settings: {
      accounts: [],
      destinations: { phoneNumbers: ['+12025550123'], emailAddresses: ['qa@example.test'] },
    },
  },
  'five sends to a destination: a clock that goes fast': {
    dialect: { 'limits.sends': { count: 5, per: 'PT1M', scope: 'destination' } },
    ...discovery,
    ports: fastClock,
  },
  'a lock that looks like a wrong code: twelve codes': {
    dialect: { 'errors.body': 'empty', 'errors.status.otpLocked': 401 },
    ...discovery,
    settings: { maxOtpSends: 12 },
  },
  'a person who is not there': { settings: { otpSource: { kind: 'prompt' } }, ...taken({}) },
  'a person who reads the inbox': {
    settings: { otpSource: { kind: 'prompt' } },
    ...taken({}),
    ports: reader(),
  },
  'a person who leaves at the first question': {
    settings: { otpSource: { kind: 'prompt' } },
    ports: reader(1),
  },
  'flagged accounts with another address': {
    ...taken({}),
    settings: declaredAs({
      fraud: { emailAddress: 'another@accounts.example.test' },
      'in-review': { emailAddress: 'another@accounts.example.test' },
      failed: { phoneNumber: '+12025550111' },
    }),
  },
  'accounts without flags that declare no contact': {
    ...taken({}),
    settings: declaredAs(
      Object.fromEntries(
        ['clean', 'new', 'paying'].map((name) => [name, { emailAddress: null, phoneNumber: null }]),
      ),
    ),
  },
  'accounts with other transactions than they have': {
    ...taken({}),
    settings: declaredAs({
      clean: { transactions: [{ cryptoStatus: 'COMPLETE' }] },
      failed: { transactions: [{ cryptoStatus: 'COMPLETE' }] },
      returned: {
        flags: null,
        transactions: [{ cryptoStatus: 'COMPLETE', returned: true }, { cryptoStatus: 'FAILED' }],
      },
      paying: { transactions: null },
    }),
  },
  'accounts that are declared by name alone': {
    settings: {
      accounts: declaredAccounts.map((its) => ({
        ...its,
        kycStatus: null,
        flags: null,
        transactions: null,
      })),
    },
  },
  'no account with a transaction but one that has none': {
    ...taken({}),
    settings: {
      accounts: named('clean', 'new').map((its) => ({
        ...its,
        kycStatus: 'APPROVED',
        transactions: [{ cryptoStatus: 'COMPLETE' }],
      })),
    },
  },
  'a flag of an account that has not submitted KYC': {
    ...taken({}),
    settings: declaredAs({
      new: { kycStatus: 'IN_REVIEW', flags: [{ code: 'K1001', category: 'KYC Review' }] },
      clean: { flags: [{ code: 'T1001', category: 'Transaction Processing' }] },
    }),
  },
  'an end after three steps': { ports: interruptedAfter(3) },
};
