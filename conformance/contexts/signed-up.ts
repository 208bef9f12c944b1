/** Signs up users with similar numbers and addresses, once in a run. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, UnusableInput, createSettingError } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { mayAssignNumberToUser } from '../observations/otp-requests.ts';
import type { HttpResponse } from '../target/http-request.ts';
import {
  requireGeneratedDestinations,
  createDestination,
  createForeignNumber,
} from './sent-codes.ts';

/** Kinds of similar destinations that must belong to different users. */
export const similarKinds = {
  sms: ['same-last-digits', 'same-last-ten-digits', 'other-last-digit', 'other-country'],
  email: [
    'plus-address',
    'dots',
    'wildcard',
    'other-domain',
    'other-top-level-domain',
    'same-mask',
  ],
} as const satisfies Record<OtpChannel, readonly string[]>;

/** Kinds of addresses that differ only in letter case. */
export const caseKinds = ['case-of-the-domain', 'case-of-the-local-part'] as const;

export type Resemblance =
  'unchanged' | (typeof similarKinds)[OtpChannel][number] | (typeof caseKinds)[number];

export interface SignedUp {
  readonly destination: string;
  readonly sent: HttpResponse;
  readonly signedIn: HttpResponse;
}

/** @throws NotTested if the destination is rejected */
export const signUp = memoizePerRun(
  async (t: Attempt, channel: OtpChannel, resemblance: Resemblance): Promise<SignedUp> => {
    if (resemblance !== 'unchanged') requireGeneratedDestinations(t);
    const original = await createOriginal(t, channel);
    const destination = createSimilar[resemblance](original, t);
    // The deployment may treat both destinations as equal, and replace the first code.
    return t.ctx.identities.runExclusively(original, async () => {
      const sent = await t.sendOtp(channel, destination);
      // The source may list addresses in a normalized spelling.
      const spellings = [destination, destination.toLowerCase(), original];
      const code = await t.ctx.ledger.findNewestCode(channel, [...new Set(spellings)]);
      // A source may spell email addresses, and numbers of the unassigned country code 999, differently.
      const mayBeRespelled = channel === 'email' || resemblance === 'same-last-ten-digits';
      if (code === null && !mayBeRespelled) {
        const reason = `no code for the accepted sms send to ${destination}`;
        const fix = 'Check that --otp-source returns the code that was sent to this destination.';
        throw new UnusableInput({ input: 'otpSource', reason, fix });
      }
      if (code === null) {
        throw new NotTested(
          'the OTP source has no code for that spelling of the destination',
          'environment',
        );
      }
      return {
        destination,
        sent: sent.response,
        signedIn: await t.send(await t.createCodeSubmission(sent, code)),
      };
    });
  },
);

const createOriginal = memoizePerRun(async (t: Attempt, channel: OtpChannel): Promise<string> =>
  createDestination(t, channel),
);

const OTHER_TOP_LEVEL_DOMAINS: Readonly<Record<string, string>> = {
  com: 'net',
  net: 'org',
  org: 'com',
};

export const createSimilar: Readonly<Record<Resemblance, (base: string, t: Attempt) => string>> = {
  unchanged: (base) => base,
  // Preserves the last seven digits (NANP 555-01XX). Omits 202: the users of the included scenarios have such numbers.
  'same-last-digits': (base) => `+1${base.startsWith('+1212') ? '213' : '212'}${base.slice(-7)}`,
  // 999 is not assigned to a country (ITU-T E.164).
  'same-last-ten-digits': (base, t) => t.ctx.identities.registerGenerated(`+999${base.slice(-10)}`),
  'other-last-digit': (base, t) =>
    t.ctx.identities.registerGenerated(`${base.slice(0, -1)}${(Number(base.slice(-1)) + 5) % 10}`),
  'other-country': (base, t) => createForeignNumber(t, 'GB', base),
  'plus-address': (base) => base.replace('@', '+other@'),
  dots: (base) => `${base.slice(0, 3)}.${base.slice(3)}`,
  // An underscore matches any character in an SQL pattern.
  wildcard: (base) => `${base.slice(0, 3)}_${base.slice(4)}`,
  'other-domain': (base) => `${getLocalPart(base)}@other.example.com`,
  // The domains of generated addresses are reserved in com, net and org (RFC 2606).
  'other-top-level-domain': (base) =>
    base.replace(/(?<=\.)[a-z]+$/, (name) => OTHER_TOP_LEVEL_DOMAINS[name] ?? 'com'),
  // Has the same first letter, length, end of the local part and domain; the middle is random.
  'same-mask': (base, t) => {
    const other = t.ctx.identities.generateDestination('email');
    return `${base.charAt(0)}${getLocalPart(other).slice(1)}${base.slice(base.indexOf('@'))}`;
  },
  'case-of-the-domain': (base) =>
    `${getLocalPart(base)}${base.slice(base.indexOf('@')).toUpperCase()}`,
  'case-of-the-local-part': (base) =>
    `${getLocalPart(base).toUpperCase()}${base.slice(base.indexOf('@'))}`,
};

function getLocalPart(address: string): string {
  return address.slice(0, address.indexOf('@'));
}

/** Signs in two users; throws NotTested if the responses do not identify a user. */
export async function signUpTwo(t: Attempt, channel: OtpChannel, resemblance: Resemblance) {
  if (mayAssignNumberToUser(t, channel)) throw createSettingError('accessToken');
  const original = await signUp(t, channel, 'unchanged');
  const other = await signUp(t, channel, resemblance);
  const userIds = [getUserId(t, original.signedIn), getUserId(t, other.signedIn)] as const;
  return { original, other, userIds };
}

function getUserId(t: Attempt, response: HttpResponse): string {
  t.assertAccepted(response, 'the sent code');
  return requireReportedUser(t, response);
}
