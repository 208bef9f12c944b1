import { describe, expect, it } from 'vitest';
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
import { settingsFor, useTargets } from './sandbox-targets.ts';

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

type Values = NonNullable<DialectDocument['values']>;

async function outcomeIn(
  values: Values = {},
  changes: Partial<ConformSettings> = {},
): Promise<RunOutcome> {
  const document = { version: 1, values } as const;
  const loaded = await loadDialect(document);
  if ('findings' in loaded) throw new Error(JSON.stringify(loaded.findings));
  const target = await targets.target(document);
  return runInProcess(settingsFor(target, changes), { granted: loaded.dialect }, sections);
}

const line = ({ id, reason }: RunOutcome['results'][number]) => `${id}: ${reason}`;

function wrongIn({ results }: RunOutcome): string[] {
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
    .map(line);
}

import { mixtures, variations } from '../contract/dialect-variations.ts';

const odd: [string, Values, Partial<ConformSettings>][] = [
  [
    'nothing',
    {},
    {
      accounts: [],
      secondClient: null,
      otpSource: { kind: 'url', template: 'http://127.0.0.1:1/{channel}/{destination}' },
      client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null },
    },
  ],
  ['no accounts', {}, { accounts: [] }],
  ['no accounts reject start', { identity: { unknown: 'rejectAtStart' } }, { accounts: [] }],
  ['no accounts reject auth', { identity: { unknown: 'rejectAtAuthenticate' } }, { accounts: [] }],
  ['no second', {}, { secondClient: null }],
  [
    'no token',
    {},
    { client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null } },
  ],
  [
    'no token client only',
    { bearer: { accepts: ['client'] } },
    { client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null } },
  ],
  [
    'session only mustMatch',
    { bearer: { accepts: ['session'] }, otp: { sms: { bearerSession: 'mustMatch' } } },
    {},
  ],
  [
    'session only mustMatch no accounts',
    { bearer: { accepts: ['session'] }, otp: { sms: { bearerSession: 'mustMatch' } } },
    { accounts: [] },
  ],
  [
    'session only ignored',
    { bearer: { accepts: ['session'] }, otp: { sms: { bearerSession: 'ignored' } } },
    {},
  ],
  [
    'session only required on email',
    { bearer: { accepts: ['session'], requiredOn: ['sendSmsOtp', 'sendEmailOtp'] } },
    {},
  ],
  [
    'session only required on auth',
    {
      bearer: {
        accepts: ['session'],
        requiredOn: ['sendSmsOtp', 'authenticateSmsOtp', 'authenticateEmailOtp'],
      },
    },
    {},
  ],
  [
    'token everywhere',
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
    {},
  ],
  [
    'token everywhere no token',
    {
      bearer: {
        requiredOn: ['sendSmsOtp', 'authenticateSmsOtp', 'sendEmailOtp', 'authenticateEmailOtp'],
      },
    },
    { client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null } },
  ],
  [
    'client token on user',
    {
      bearer: { accepts: ['client'], requiredOn: ['sendSmsOtp', 'getUser'] },
      user: { identifiedBy: { query: 'id' } },
    },
    {},
  ],
  [
    'empty sends',
    {
      otp: {
        sms: { sendReturns: 'empty', identifiedBy: 'destination', authenticateReturns: 'record' },
        email: {
          sendReturns: 'empty',
          identifiedBy: 'destination',
          authenticateReturns: 'sessionAndRecord',
        },
      },
    },
    {},
  ],
  [
    'otp accounts',
    {},
    { accounts: settingsFor('http://127.0.0.1').accounts.map((a) => ({ ...a, privateKey: null })) },
  ],
  [
    'otp accounts record',
    { otp: { email: { authenticateReturns: 'record' } } },
    { accounts: settingsFor('http://127.0.0.1').accounts.map((a) => ({ ...a, privateKey: null })) },
  ],
  [
    'otp accounts reject',
    { identity: { unknown: 'rejectAtStart' } },
    {
      accounts: settingsFor('http://127.0.0.1').accounts.map((a) => ({
        ...a,
        privateKey: null,
        phoneNumber: null,
      })),
    },
  ],
  [
    'fraud link',
    {
      flags: { fraudRestricts: ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'] },
      identity: { unknown: 'rejectAtStart' },
    },
    {},
  ],
  [
    'unknown wallets',
    {},
    {
      accounts: settingsFor('http://127.0.0.1').accounts.map((a, i) => ({
        ...a,
        emailAddress: null,
        phoneNumber: null,
        privateKey: '0x' + String(i + 1).repeat(64),
      })),
    },
  ],
  ['limits', { limits: { sends: { count: 3, per: 'PT1H', scope: 'client' } } }, {}],
  [
    'lockAfter1',
    { otp: { sms: { maxAttempts: 1 }, email: { maxAttempts: 1, codeLength: 4 } } },
    {},
  ],
  ['fixed', {}, { otpSource: { kind: 'fixed', code: '000000' } }],
  [
    'scarce',
    {},
    { destinations: { phoneNumbers: ['+12025550123'], emailAddresses: ['qa@example.test'] } },
  ],
];
it('odd', async () => {
  for (const [name, values, changes] of odd) {
    const outcome = await outcomeIn(values, changes);
    const wrong = wrongIn(outcome);
    if (wrong.length) console.log('WRONG', name, wrong);
    const nt = outcome.results
      .filter((r) => r.verdict === 'not-tested')
      .map((r) => `${r.cause} ${r.reason}`);
    console.log(
      name,
      outcome.stop,
      outcome.durationMs,
      outcome.budget.requests.used,
      outcome.budget.otpSends.used,
      outcome.results.filter((r) => r.verdict === 'pass').length,
      JSON.stringify([...new Set(nt)]),
    );
  }
}, 300000);
