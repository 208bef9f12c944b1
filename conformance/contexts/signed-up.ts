/** Signs up users with similar numbers and addresses, once in a run. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { createUserMissingError, findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, UnusableInput, createNeed } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { mayAssignNumber } from '../observations/otp-pair.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { requireGenerated, createDestination, createForeignNumber } from './sent-codes.ts';

export type Resemblance =
  | 'itself'
  | 'same-last-digits'
  | 'same-last-ten-digits'
  | 'other-country'
  | 'plus-address'
  | 'dots'
  | 'other-domain'
  | 'same-mask'
  | 'case-of-the-domain'
  | 'case-of-the-local-part';

/** Kinds of similar destinations that must belong to different users. */
export const similarKinds = {
  sms: ['same-last-digits', 'same-last-ten-digits', 'other-country'],
  email: ['plus-address', 'dots', 'other-domain', 'same-mask'],
} as const satisfies Record<OtpChannel, readonly Resemblance[]>;

export interface SignedUp {
  readonly destination: string;
  readonly sent: HttpResponse;
  readonly signedIn: HttpResponse;
}

/** @throws NotTested if the destination is rejected */
export const signUp = memoizePerRun(
  async (t: Attempt, key: `${OtpChannel} ${Resemblance}`): Promise<SignedUp> => {
    const channel: OtpChannel = key.startsWith('sms') ? 'sms' : 'email';
    const resemblance = key.slice(channel.length + 1) as Resemblance;
    if (resemblance !== 'itself') requireGenerated(t);
    const own = await createOriginal(t, channel);
    const destination = createSimilar[resemblance](own, t);
    // The deployment may treat both destinations as equal, and replace the first code.
    return t.ctx.identities.runExclusively(own, async () => {
      const sent = await t.flows.sendOtp(channel, destination);
      // The source may list addresses in a normalized spelling.
      const spellings = [destination, destination.toLowerCase(), own];
      const code = await t.ctx.ledger.readCode(channel, [...new Set(spellings)]);
      if (code === null && channel === 'sms' && resemblance !== 'same-last-ten-digits') {
        const reason = `no code for the accepted sms send to ${destination}`;
        throw new UnusableInput({ input: 'otpSource', reason });
      }
      if (code === null) {
        throw new NotTested('the source lists no code for that spelling', 'environment');
      }
      return {
        destination,
        sent: sent.response,
        signedIn: await t.send(await t.flows.createOtpRequest(sent, code)),
      };
    });
  },
);

/** Returns the destination from which the similar destinations are derived. */
const createOriginal = memoizePerRun(async (t: Attempt, channel: OtpChannel): Promise<string> => {
  return createDestination(t, channel);
});

export const createSimilar: Readonly<Record<Resemblance, (own: string, t: Attempt) => string>> = {
  itself: (own) => own,
  // Preserves the last seven digits (NANP 555-01XX).
  'same-last-digits': (own) => `+1${own.startsWith('+1202') ? '212' : '202'}${own.slice(-7)}`,
  // 999 is not assigned to a country (ITU-T E.164).
  'same-last-ten-digits': (own, t) => t.ctx.identities.registerGenerated(`+999${own.slice(-10)}`),
  'other-country': (own, t) => createForeignNumber(t, 'GB', own),
  'plus-address': (own) => own.replace('@', '+other@'),
  dots: (own) => `${own.slice(0, 3)}.${own.slice(3)}`,
  'other-domain': (own) => `${getLocalPart(own)}@other.example.com`,
  'same-mask': (own, t) =>
    `${own.charAt(0)}${t.ctx.identities.generateDestination('email').slice(1, 10)}-conform${own.slice(own.indexOf('@'))}`,
  'case-of-the-domain': (own) => `${getLocalPart(own)}${own.slice(own.indexOf('@')).toUpperCase()}`,
  'case-of-the-local-part': (own) =>
    `${getLocalPart(own).toUpperCase()}${own.slice(own.indexOf('@'))}`,
};

function getLocalPart(address: string): string {
  return address.slice(0, address.indexOf('@'));
}

export interface TwoUsers {
  readonly own: SignedUp;
  readonly other: SignedUp;
  readonly userIds: readonly [string, string];
}

/** Signs in two users; throws NotTested if the responses do not identify a user. */
export async function signUpTwo(
  t: Attempt,
  channel: OtpChannel,
  resemblance: Resemblance,
): Promise<TwoUsers> {
  if (mayAssignNumber(t, channel)) throw createNeed('accessToken');
  const own = await signUp(t, `${channel} itself`);
  const other = await signUp(t, `${channel} ${resemblance}`);
  return { own, other, userIds: [getUserId(t, own.signedIn), getUserId(t, other.signedIn)] };
}

function getUserId(t: Attempt, response: HttpResponse): string {
  t.assertAccepted(response, 'the sent code');
  const user = findReportedUser(t, response);
  if (user === null) throw createUserMissingError(response);
  return user;
}
