import { describe, expect, it, vi } from 'vitest';
import type { Section } from '../../conformance/define-check.ts';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runInProcess } from '../../conformance/run-in-process.ts';
import { phoneRecord } from '../../conformance/sections/2.5-phone-record.check.ts';
import { emailRecord } from '../../conformance/sections/2.6-email-record.check.ts';
import { userFlags } from '../../conformance/sections/2.7-user-flags.check.ts';
import { userStatuses } from '../../conformance/sections/2.7-user-statuses.check.ts';
import { kyc } from '../../conformance/sections/3-kyc.check.ts';
import { transactionStates } from '../../conformance/sections/3-transaction-states.check.ts';
import { smsSend } from '../../conformance/sections/4.4-sms-send.check.ts';
import { smsAuthenticate } from '../../conformance/sections/4.5-sms-authenticate.check.ts';
import { emailSend } from '../../conformance/sections/4.6-email-send.check.ts';
import { emailAuthenticate } from '../../conformance/sections/4.7-email-authenticate.check.ts';
import { userRead } from '../../conformance/sections/4.8-user-read.check.ts';
import { whoseData } from '../../conformance/sections/4.8-whose-data.check.ts';
import { bearer } from '../../conformance/sections/5.2-bearer.check.ts';
import { smsFlow } from '../../conformance/sections/5.4-sms-flow.check.ts';
import { emailFlow } from '../../conformance/sections/5.5-email-flow.check.ts';
import { accountLinking } from '../../conformance/sections/5.6-account-linking.check.ts';
import { flags } from '../../conformance/sections/7-flags.check.ts';
import { fraud } from '../../conformance/sections/7.4-fraud.check.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { loadDialect } from '../../src/dialect/load.ts';
import { testKey } from './accounts.ts';
import { oneOfEach, settingsFor, useTargets } from './sandbox-targets.ts';
import { expectToldInShort } from './told/reviewed.ts';
import { inOrder } from './told/told.ts';

const sections: readonly Section[] = [
  phoneRecord,
  emailRecord,
  userFlags,
  userStatuses,
  kyc,
  transactionStates,
  smsSend,
  smsAuthenticate,
  emailSend,
  emailAuthenticate,
  userRead,
  whoseData,
  bearer,
  smsFlow,
  emailFlow,
  accountLinking,
  flags,
  fraud,
];

const targets = useTargets();

/** Of one run, on a machine that has other things to do. */
vi.setConfig({ testTimeout: 60_000 });

type Values = NonNullable<DialectDocument['values']>;
type Changes = Partial<ConformSettings>;

async function outcomeIn(values: Values = {}, changes: Changes = {}): Promise<RunOutcome> {
  const document = { version: 1, values } as const;
  const loaded = await loadDialect(document);
  if ('findings' in loaded) throw new Error(JSON.stringify(loaded.findings));
  const target = await targets.target(document);
  return runInProcess(
    settingsFor(target, { ...inOrder, ...changes }),
    { granted: loaded.dialect },
    sections,
  );
}

/** All that a deployment which is in order must not be told, warnings too. */
function alarmsIn({ results, stop }: RunOutcome): string[] {
  return [
    ...(stop === null ? [] : [stop.message]),
    ...results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
      .map(({ id, reason }) => `${id}: ${reason}`),
  ];
}

/** Why checks of the contract could not look; those of open points are discovery's. */
function needsOf({ results }: RunOutcome): string[] {
  const needs = results
    .filter(({ verdict, level }) => verdict === 'not-tested' && level !== 'OPEN')
    .map(({ reason }) => reason);
  return [...new Set(needs)].toSorted((one, other) => (one < other ? -1 : 1));
}

const noUserByOtp = (operation: string) => `Needs a user in the answer of ${operation}.`;

type Otp = NonNullable<NonNullable<Values['otp']>['email']>;

const otp = (both: Otp): Values => ({ otp: { sms: both, email: both } });

const dialects: readonly [name: string, values: Values, needs: readonly string[]][] = [
  ['the default', {}, []],
  [
    'sends that answer nothing',
    otp({ sendReturns: 'empty', identifiedBy: 'destination', authenticateReturns: 'record' }),
    [noUserByOtp('authenticateEmailOtp'), noUserByOtp('authenticateSmsOtp')],
  ],
  [
    'authenticate that answers nothing',
    otp({ authenticateReturns: 'empty' }),
    [noUserByOtp('authenticateEmailOtp'), noUserByOtp('authenticateSmsOtp')],
  ],
  [
    'codes named by both, and other answers',
    {
      ...otp({ identifiedBy: 'both', codeField: 'passcode' }),
      masks: { phone: '+* (***) ***-{last4}', email: 'hidden' },
      success: { status: 202 },
      errors: { body: 'empty', status: { otpWrong: 410, schema: 422 } },
    },
    [],
  ],
  [
    'sessions for any client, and bearers of clients',
    {
      ...otp({ authenticateReturns: 'sessionAndRecord' }),
      session: { boundToClient: 'no', subjectClaim: 'uid' },
      identity: { addWalletTarget: 'bearer' },
      bearer: { accepts: ['client'], requiredOn: [] },
    },
    [],
  ],
  [
    'flags by category, and other words',
    {
      user: { flagsShape: 'byCategory' },
      kyc: { beforeSubmission: 'IN_REVIEW' },
      flags: {
        withhold: [],
        categoryNames: { Fraud: 'FRAUD', 'KYC Review': 'KYC', 'Transaction Processing': 'TX' },
      },
    },
    [],
  ],
  ['codes named by destination', otp({ identifiedBy: 'destination', recordId: 'perSend' }), []],
  ['all codes outstanding', otp({ outstanding: 'all', recordId: 'perSend', codeLength: 4 }), []],
  ['one wrong code locks', otp({ maxAttempts: 1, codeLength: 10 }), []],
  ['a session that adds no phone', { otp: { sms: { bearerSession: 'ignored' } } }, []],
  ['a session of the owner', { otp: { sms: { bearerSession: 'mustMatch' } } }, []],
  [
    'a user read by query',
    { user: { path: '/api/v1/user', identifiedBy: { query: 'userId' }, envelope: 'data' } },
    ['Needs a user read by session.'],
  ],
  [
    'a user read by header, for the client',
    {
      user: { identifiedBy: { header: 'X-User-Id' } },
      bearer: { accepts: ['client'], requiredOn: ['sendSmsOtp', 'getUser'] },
    },
    ['Needs a user read by session.'],
  ],
  [
    'names exchanged',
    {
      user: {
        envelope: 'user',
        names: {
          kyc: 'flags',
          flags: 'kyc',
          code: 'category',
          category: 'code',
          personalInformation: 'pii',
          wallets: 'transactions',
          transactions: 'wallets',
          cryptoStatus: 'state',
        },
      },
    },
    [],
  ],
  [
    'a user object of few parts',
    { user: { names: { personalInformation: 'none', wallets: 'none', category: 'none' } } },
    [
      'Needs a deployment that gives flags a category.',
      'Needs a user read that shows emailAddress or phoneNumber.',
    ],
  ],
  [
    'no transactions',
    { user: { names: { transactions: 'none' } } },
    ['Needs transactions in the user read.'],
  ],
  [
    'Fraud that restricts all writes',
    { flags: { fraudRestricts: ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'] } },
    [],
  ],
  ['strangers refused at start', { identity: { unknown: 'rejectAtStart' } }, []],
  ['strangers refused in the end', { identity: { unknown: 'rejectAtAuthenticate' } }, []],
  ['bearers of users', { bearer: { accepts: ['session'] } }, ['Needs secondClient.accessToken.']],
  [
    'bearers of owners',
    { bearer: { accepts: ['session'] }, otp: { sms: { bearerSession: 'mustMatch' } } },
    [],
  ],
  [
    'the access token on every sign-in',
    {
      bearer: {
        requiredOn: [
          'startWalletAuth',
          'authenticateWallet',
          'sendSmsOtp',
          'authenticateSmsOtp',
          'sendEmailOtp',
          'authenticateEmailOtp',
        ],
      },
    },
    [],
  ],
  [
    'few sends',
    { limits: { sends: { count: 3, per: 'PT1H', scope: 'client' } } },
    ['Needs more sends than the deployment takes at a time.'],
  ],
];

describe('a deployment that is in order', () => {
  it.each(dialects)('raises no alarm in %s', async (name, values, needs) => {
    const outcome = await outcomeIn(values);
    expectToldInShort('sections-b', name, outcome);
    expect(alarmsIn(outcome)).toEqual([]);
    expect(needsOf(outcome)).toEqual(needs);
  });
});

const { accounts } = settingsFor('http://127.0.0.1');
const withoutToken = {
  clientId: 'wallet-app',
  clientSecret: 'wallet-app-secret',
  accessToken: null,
};
/** Nothing listens there. */
const deafSource = { kind: 'url', template: 'http://127.0.0.1:1/{channel}/{destination}' } as const;

const accountNeeds = [
  'Needs an account in review or declined, with a KYC Review or Fraud flag.',
  'Needs an account in review or declined.',
  'Needs an account to sign in by.',
  'Needs an account whose payments all went well.',
  'Needs an account with a COMPLETE or FAILED transaction.',
  'Needs an account with a COMPLETE transaction.',
  'Needs an account with a FAILED transaction.',
  'Needs an account with a Fraud flag.',
  'Needs an account with a KYC Review flag.',
  'Needs an account with a PENDING transaction and no failed or returned one.',
  'Needs an account with a PENDING transaction.',
  'Needs an account with a Transaction Processing flag.',
  'Needs an account with a flag and a kycStatus.',
  'Needs an account with a flag, and none of Fraud.',
  'Needs an account with a flag.',
  'Needs an account with a kycStatus and no Fraud flag.',
  'Needs an account with a kycStatus.',
  'Needs an account with a returned transaction.',
  'Needs an account with a transaction.',
  'Needs an account with the flag F0000.',
  'Needs an account with the kycStatus APPROVED.',
];

const givens: readonly [name: string, given: Changes, values: Values, needs: readonly string[]][] =
  [
    ['no accounts', { accounts: [] }, {}, accountNeeds],
    [
      'no accounts, where strangers are refused',
      { accounts: [] },
      { identity: { unknown: 'rejectAtStart' } },
      [
        'Needs accounts[].privateKey (3 of them).',
        'Needs accounts[].privateKey.',
        ...accountNeeds,
        'Needs destinations.emailAddresses (2 of them).',
        'Needs destinations.emailAddresses.',
        'Needs destinations.phoneNumbers (2 of them).',
        'Needs destinations.phoneNumbers.',
      ],
    ],
    ['no second client', { secondClient: null }, {}, ['Needs secondClient.']],
    ['no access token', { client: withoutToken }, {}, []],
    [
      'no access token, where nothing else will do',
      { client: withoutToken },
      { bearer: { accepts: ['client'] } },
      ['Needs accessToken.'],
    ],
    [
      'no source of codes',
      { otpSource: deafSource },
      {},
      [
        'Needs an --otp-source that gives the codes sent by email.',
        'Needs an --otp-source that gives the codes sent by sms.',
      ],
    ],
    [
      'accounts that sign in by email',
      { accounts: accounts.map((account) => ({ ...account, privateKey: null })) },
      {},
      [],
    ],
    [
      'accounts that sign in by email, which gives no session',
      { accounts: accounts.map((account) => ({ ...account, privateKey: null })) },
      { otp: { email: { authenticateReturns: 'record' } } },
      ['Needs a user in the answer of authenticateEmailOtp.', 'Needs accounts[].privateKey.'],
    ],
    ['one destination of each kind', { destinations: oneOfEach }, {}, []],
  ];

describe('a run that is given less', () => {
  it.each(givens)('says what it needs with %s', async (name, given, values, needs) => {
    const outcome = await outcomeIn(values, given);
    expectToldInShort('sections-b', name, outcome);
    expect(alarmsIn(outcome)).toEqual([]);
    expect(needsOf(outcome)).toEqual(needs);
  });

  it('takes an account that is gone for no finding', async () => {
    const gone = accounts.map((account, index) => ({
      ...account,
      emailAddress: null,
      phoneNumber: null,
      privateKey: testKey(900 + index),
    }));
    const outcome = await outcomeIn({}, { accounts: gone });
    expect(alarmsIn(outcome)).toEqual([]);
    expect(needsOf(outcome)).toContain('Account fraud is not as declared.');
  });

  it('stays within its share of the sends', async () => {
    const { budget } = await outcomeIn();
    expect(budget.otpSends.used).toBeLessThanOrEqual(28);
    expect(budget.requests.used).toBeLessThanOrEqual(250);
  });
});
