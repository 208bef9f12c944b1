/** One-time passwords: where they come from, how many, and what they need (§4.4 to §4.7). */
import type { RunPorts } from '../../../../conformance/run.ts';
import { oneOfEach } from '../../sandbox-targets.ts';
import {
  bare,
  discovery,
  numbersOfNobody,
  secondClient,
  taken,
  withoutToken,
  type OddRuns,
} from './odd-run.ts';

/** A clock that goes a minute on at each look. */
function fastClock(): Partial<RunPorts> {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return { now: () => (time += 60_000) };
}

export const oddCodes: OddRuns = {
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
      destinations: oneOfEach,
    },
  },
  'no session by SMS': taken({
    'otp.sms.authenticateReturns': 'record',
    'identity.addWalletTarget': 'bearer',
  }),
  'no session by SMS, nor with a number: numbers of nobody': {
    ...taken({
      'otp.sms.authenticateReturns': 'record',
      'otp.sms.bearerSession': 'ignored',
      'identity.addWalletTarget': 'bearer',
    }),
    settings: numbersOfNobody,
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
      destinations: oneOfEach,
    },
  },
  'a session sends to its own number alone': {
    dialect: { 'otp.sms.bearerSession': 'mustMatch' },
    ...discovery,
  },
  'a session sends to its own number alone: no accounts': {
    dialect: { 'otp.sms.bearerSession': 'mustMatch' },
    ...discovery,
    settings: { accounts: [] },
  },
  'answers without a body': taken({
    'otp.sms.sendReturns': 'empty',
    'otp.sms.identifiedBy': 'destination',
    'otp.sms.authenticateReturns': 'sessionAndRecord',
    'otp.email.authenticateReturns': 'empty',
  }),
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
      destinations: oneOfEach,
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
};
