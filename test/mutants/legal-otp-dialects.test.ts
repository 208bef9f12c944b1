import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { loadOrThrow } from '../setup/dialect-document.ts';
import { getTestKey } from './accounts.ts';
import { createOtp, tokenOnEverySignIn, type Values } from './dialects.ts';
import {
  clientWithoutToken,
  unusedDestinations,
  createSettings,
  useTargets,
} from './sandbox-targets.ts';
import { listFalseFailures, listFailed } from './run-mutants.ts';

const only = '2.5 2.6 2.7 3. 4.4 4.5 4.6 4.7 4.8 5.2 5.4 5.5 5.6 7.1 7.2 7.3 7.4 7.5 7.flags'.split(
  ' ',
);

const targets = useTargets();

type Changes = Partial<ConformSettings>;

async function runInDialect(values: Values = {}, changes: Changes = {}): Promise<RunOutcome> {
  const document = { version: 1, values } as const;
  const target = await targets.create(document);
  return runConformance(createSettings(target, { only, ...changes }), {
    assumedDialect: await loadOrThrow(document),
  });
}

/** Returns false failures, warnings and failed requests. A valid deployment causes none of them. */
function listProblems(outcome: RunOutcome): string[] {
  const otherProblems = outcome.results.filter(
    ({ verdict, reason }) => verdict === 'warn' || reason.startsWith('Request failed: '),
  );
  return [
    ...listFalseFailures(outcome),
    ...otherProblems.map(({ id, reason }) => `${id}: ${reason}`),
  ];
}

const dialects: readonly [name: string, values: Values][] = [
  ['the default', {}],
  [
    'sends with an empty response',
    createOtp({ sendReturns: 'empty', identifiedBy: 'destination', authenticateReturns: 'record' }),
  ],
  ['authenticate with an empty response', createOtp({ authenticateReturns: 'empty' })],
  [
    'codes identified by both fields, and other responses',
    {
      ...createOtp({ identifiedBy: 'both', codeField: 'passcode' }),
      masks: { phone: '+* (***) ***-{last4}', email: 'hidden' },
      success: { status: 202 },
      errors: { body: 'empty', status: { otpWrong: 410, schema: 422 } },
    },
  ],
  [
    'sessions for any client, and only access tokens as bearer tokens',
    {
      ...createOtp({ authenticateReturns: 'sessionAndRecord' }),
      session: { boundToClient: 'no', subjectClaim: 'uid' },
      identity: { addWalletTarget: 'bearer' },
      bearer: { accepts: ['client'], requiredOn: [] },
    },
  ],
  [
    'flags grouped by category, and other category names',
    {
      user: { flagsShape: 'byCategory' },
      kyc: { beforeSubmission: 'IN_REVIEW' },
      flags: {
        withhold: [],
        categoryNames: { Fraud: 'FRAUD', 'KYC Review': 'KYC', 'Transaction Processing': 'TX' },
      },
    },
  ],
  [
    'codes identified by destination',
    createOtp({ identifiedBy: 'destination', recordId: 'perSend' }),
  ],
  ['all codes outstanding', createOtp({ outstanding: 'all', recordId: 'perSend', codeLength: 4 })],
  ['a lock after one wrong code', createOtp({ maxAttempts: 1, codeLength: 10 })],
  ['a session that adds no phone', { otp: { sms: { bearerSession: 'ignored' } } }],
  ['sessions restricted to the own number', { otp: { sms: { bearerSession: 'mustMatch' } } }],
  [
    'a user read by query',
    { user: { path: '/api/v1/user', identifiedBy: { query: 'userId' }, envelope: 'data' } },
  ],
  [
    'a user read by header, with the access token',
    {
      user: { identifiedBy: { header: 'X-User-Id' } },
      bearer: { accepts: ['client'], requiredOn: ['sendSmsOtp', 'getUser'] },
    },
  ],
  [
    'exchanged property names',
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
  ],
  [
    'a user object with few properties',
    { user: { names: { personalInformation: 'none', wallets: 'none', category: 'none' } } },
  ],
  ['no transactions', { user: { names: { transactions: 'none' } } }],
  [
    'a Fraud flag that restricts all writes',
    { flags: { fraudRestricts: ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'] } },
  ],
  ['unknown identities rejected at start', { identity: { unknown: 'rejectAtStart' } }],
  [
    'unknown identities rejected at authenticate',
    { identity: { unknown: 'rejectAtAuthenticate' } },
  ],
  ['sessions as bearer tokens', { bearer: { accepts: ['session'] } }],
  [
    'only sessions of the owner of the number as bearer tokens',
    { bearer: { accepts: ['session'] }, otp: { sms: { bearerSession: 'mustMatch' } } },
  ],
  ['the access token on every sign-in', tokenOnEverySignIn],
  ['three sends per hour', { limits: { sends: { count: 3, per: 'PT1H', scope: 'client' } } }],
];

describe('a valid deployment', () => {
  it.each(dialects)('passes with %s', async (_, values) => {
    expect(listProblems(await runInDialect(values))).toEqual([]);
  });
});

const { accounts } = createSettings('http://127.0.0.1');
/** No server listens on this port. */
const unreachableSource = {
  kind: 'url',
  template: 'http://127.0.0.1:1/{channel}/{destination}',
} as const;

const accountsWithoutKeys = accounts.map((account) => ({ ...account, privateKey: null }));

const missingSettings: readonly [name: string, Changes, Values, setting: RegExp][] = [
  ['no accounts', { accounts: [] }, {}, /an account/],
  [
    'no accounts if unknown identities are rejected',
    { accounts: [] },
    { identity: { unknown: 'rejectAtStart' } },
    /accounts\[\]\.privateKey/,
  ],
  ['no second client', { secondClient: null }, {}, /secondClient/],
  [
    'no access token if no other bearer token is accepted',
    { client: clientWithoutToken },
    { bearer: { accepts: ['client'] } },
    /accessToken/,
  ],
  [
    'accounts that sign in by email without a session',
    { accounts: accountsWithoutKeys },
    { otp: { email: { authenticateReturns: 'record' } } },
    /accounts\[\]\.privateKey/,
  ],
];

describe('a run with fewer settings', () => {
  it.each<[string, Changes]>([
    ['no access token', { client: clientWithoutToken }],
    ['accounts that sign in by email', { accounts: accountsWithoutKeys }],
    ['one destination of each kind', { destinations: unusedDestinations }],
  ])('reports no problem with %s', async (_, changes) => {
    expect(listProblems(await runInDialect({}, changes))).toEqual([]);
  });

  it.each(missingSettings)(
    'names the missing setting with %s',
    async (_, changes, values, setting) => {
      const outcome = await runInDialect(values, changes);
      expect(listProblems(outcome)).toEqual([]);
      const results = outcome.results.filter(({ cause }) => cause === 'settings');
      expect(results.map(({ reason }) => reason).join('\n')).toMatch(setting);
    },
  );

  it('names the send if the OTP source is unreachable', async () => {
    const outcome = await runInDialect({}, { otpSource: unreachableSource });
    expect(listFailed(outcome)).toEqual([]);
    const reason = expect.stringMatching(
      /^no code for the (?:sms|email) send to \S+: the source failed: /,
    );
    expect(outcome.unusableInputs).toEqual([
      { input: 'otpSource', reason, fix: expect.any(String) },
    ]);
    const flows = outcome.results.filter(
      ({ id }) => id === '5.4.sms.flow' || id === '5.5.email.flow',
    );
    expect(flows.map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual([
      'error environment',
      'error environment',
    ]);
    const uncovered = outcome.operations.filter(({ coverage }) => coverage === 'not-covered');
    expect(uncovered.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['authenticateSmsOtp', 'authenticateEmailOtp']),
    );
  });

  it('reports each nonexistent account as an unusable input and fails no check', async () => {
    const nonexistent = accounts.map((account, index) => ({
      ...account,
      emailAddress: null,
      phoneNumber: null,
      privateKey: getTestKey(900 + index),
    }));
    const outcome = await runInDialect({}, { accounts: nonexistent });
    expect(listFailed(outcome)).toEqual([]);
    expect(outcome.unusableInputs.map(({ input }) => input).toSorted()).toEqual(
      nonexistent.map(({ name }) => `accounts[${name}]`).toSorted(),
    );
    const result = outcome.results.find(({ id }) => id === '7.5.transaction.failed-has-flag');
    expect(result).toMatchObject({
      verdict: 'error',
      cause: 'environment',
      reason:
        'accounts[failed]: does not exist: signing in created a new user. Remove the account, or correct its privateKey, emailAddress or phoneNumber.',
    });
  });
});
