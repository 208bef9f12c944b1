/** Sends and submits codes, and lists the contexts of a code that was not submitted yet (§5.4, §5.5). */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createInapplicable, createSettingError } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { mayAssignNumberToUser, type SentCode } from '../observations/otp-requests.ts';
import { type HttpResponse, withField, withoutField, withSecret } from '../target/http-request.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { type Context, toContexts } from './check-in-contexts.ts';
import { otpNames } from '../actors/operations.ts';

/** Destinations that resemble those of test environments; all are reserved for fiction. */
const TEST_DESTINATIONS = { sms: '+15555550123', email: 'conform@test.example' } as const;

const MAX_WRONG_CODES = 8;

function requireCodes(t: Attempt, channel: OtpChannel): void {
  t.ctx.ledger.requireSource(channel);
  t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
}

/** @throws NotTested if the run sends one-time passwords only to destinations in its settings */
export function requireGeneratedDestinations(t: Attempt): void {
  const { identities } = t.ctx;
  if (!identities.usesDeclaredDestinations) return;
  if (identities.canGenerate)
    throw new NotTested('the deployment rejects generated destinations', 'environment');
  throw new NotTested(
    'needs generated destinations',
    'environment',
    'Set --generate-destinations if the deployment sends no real messages.',
  );
}

/** Returns a new generated destination, or one reserved from the settings; throws NotTested without one. */
export function createDestination(
  t: Attempt,
  channel: OtpChannel,
  {
    purpose = 'once',
    except,
  }: { readonly purpose?: 'used codes' | 'once'; readonly except?: string } = {},
): string {
  requireDestinations(t, channel);
  const { identities } = t.ctx;
  if (!identities.usesDeclaredDestinations) return t.getDestination(channel);
  return (
    identities.reserveDestination(channel, purpose, except) ?? throwMissingDestinations(channel)
  );
}

/** Throws NotTested if no code can be sent to a generated or declared destination. */
export function requireDestinations(t: Attempt, channel: OtpChannel): void {
  requireCodes(t, channel);
  // A send with the session of a user may assign the number to that user (§5.7).
  if (mayAssignNumberToUser(t, channel)) {
    throw createInapplicable(
      'SMS sends use a session, because accessToken is not configured or not accepted',
    );
  }
  if (!t.ctx.identities.usesDeclaredDestinations && !t.createsUsers) {
    throw createSettingError(`destinations.${otpNames[channel].setting} that belong to users`);
  }
}

function throwMissingDestinations(channel: OtpChannel): never {
  throw createSettingError(`more destinations.${otpNames[channel].setting}`);
}

/** Sends a code and reads it; throws NotTested if a declared destination belongs to no user. */
export async function sendCode(
  t: Attempt,
  channel: OtpChannel,
  destination = chooseLockableDestination(t, channel),
  app = t.app,
): Promise<SentCode> {
  const { identities } = t.ctx;
  const isFromSettings =
    identities.usesDeclaredDestinations && !identities.belongsToAccount(destination);
  // If unknown users are rejected, perhaps the destination belongs to no user.
  if (isFromSettings && !t.createsUsers) {
    const { signedIn } = await signInOnce(t, channel, destination);
    if (!signedIn.accepted) throw createSettingError('destinations that belong to users');
  }
  return sendAndReadCode(t, channel, destination, app);
}

export const signInOnce = memoizePerRun(
  async (t: Attempt, channel: OtpChannel, destination: string) => {
    const unusedCode = await sendAndReadCode(t, channel, destination);
    return { sent: unusedCode.sent.response, signedIn: await submitCode(t, unusedCode) };
  },
);

async function sendAndReadCode(
  t: Attempt,
  channel: OtpChannel,
  destination: string,
  app = t.app,
): Promise<SentCode> {
  requireCodes(t, channel);
  const sent = await t.sendOtp(channel, destination, app);
  return { sent, code: await t.readCode(sent) };
}

/** Returns a destination that wrong codes may lock (§8): generated, or reserved for this purpose. */
export function chooseLockableDestination(t: Attempt, channel: OtpChannel): string {
  const { identities } = t.ctx;
  if (!identities.usesDeclaredDestinations || mayAssignNumberToUser(t, channel))
    return t.getDestination(channel);
  return identities.reserveDestination(channel, 'wrong codes') ?? throwMissingDestinations(channel);
}

export async function submitCode(
  t: Attempt,
  { sent, code }: SentCode,
  value: JsonValue = code,
): Promise<HttpResponse> {
  const { codeField } = t.dialect.otp[sent.channel];
  const request = await t.createCodeSubmission(sent, code);
  return t.send(withField(request, codeField, value));
}

/** Submits the correct code with a truncated client secret. */
export async function submitCodeWithWrongSecret(
  t: Attempt,
  { sent, code }: SentCode,
): Promise<HttpResponse> {
  const request = await t.createCodeSubmission(sent, code);
  const { clientSecret } = sent.app.credentials;
  const wrong = clientSecret.length > 1 ? clientSecret.slice(0, -1) : `${clientSecret}0`;
  return t.send(withSecret(request, wrong));
}

/** Sends a code for the second client; no check submits it. */
export const sendSecondClientCode = memoizePerRun(
  (t: Attempt, channel: OtpChannel): Promise<SentCode> =>
    sendCode(t, channel, undefined, t.secondApp),
);

export function listSentCodeContexts(channel: OtpChannel): Context<SentCode>[] {
  const sendCodeBefore =
    (step: (t: Attempt, unusedCode: SentCode) => Promise<unknown>) => async (t: Attempt) => {
      const unusedCode = await sendCode(t, channel);
      await step(t, unusedCode);
      return unusedCode;
    };
  return toContexts<SentCode>({
    'second-send': async (t) => {
      const first = await sendCode(t, channel);
      return sendCode(t, channel, first.sent.destination);
    },
    'second-client': (t) => sendSecondClientCode(t, channel),
    'after-a-failed-request': sendCodeBefore(async (t, unusedCode) => {
      const valid = await t.createCodeSubmission(unusedCode.sent, unusedCode.code);
      await t.send(withoutField(valid, t.dialect.otp[channel].codeField));
      await submitCodeWithWrongSecret(t, unusedCode);
    }),
    'after-several-wrong-codes': sendCodeBefore(sendWrongCodes),
    'after-a-wallet-sign-in': sendCodeBefore((t) => t.signIn()),
    'test-destination': (t) => sendTo(t, channel, TEST_DESTINATIONS[channel]),
    ...(channel === 'sms' && {
      'other-country': (t: Attempt) => sendTo(t, 'sms', createForeignNumber(t, 'FR')),
    }),
  });
}

/** Sends a code to an undeclared destination; throws NotTested if the run must not use such destinations. */
async function sendTo(t: Attempt, channel: OtpChannel, destination: string): Promise<SentCode> {
  requireGeneratedDestinations(t);
  requireDestinations(t, channel);
  const { app } = t;
  const request = await t.createSendRequest(channel, destination);
  const response = await t.sendAndRecord(request, channel, destination);
  t.assertNoServerError(response, `a send to ${destination}`);
  const sent = t.toSentOtp(response, { app, channel, destination });
  const code = await t.ctx.ledger.findNewestCode(channel, [destination]);
  if (code === null) {
    throw new NotTested(`the OTP source has no code for ${destination}`, 'environment');
  }
  return { sent, code };
}

/** Mobile numbers reserved for fiction by Ofcom, ARCEP and BNetzA. */
const FICTIONAL_NUMBERS = {
  GB: { prefix: '+447700900', freeDigits: 3 },
  FR: { prefix: '+3363998', freeDigits: 4 },
  DE: { prefix: '+4917604069', freeDigits: 3 },
} as const;

/** Returns a fictional number of another country with the same last digits. */
export function createForeignNumber(
  t: Attempt,
  country: keyof typeof FICTIONAL_NUMBERS,
  original = t.ctx.identities.generateDestination('sms'),
): string {
  requireGeneratedDestinations(t);
  const { prefix, freeDigits } = FICTIONAL_NUMBERS[country];
  return t.ctx.identities.registerGenerated(`${prefix}${original.slice(-freeDigits)}`);
}

/** Sends wrong codes until the code is locked (§8). */
async function sendWrongCodes(t: Attempt, unusedCode: SentCode): Promise<void> {
  const { channel } = unusedCode.sent;
  const { maxAttempts } = t.dialect.otp[channel];
  const attempts = t.isDetected(`otp.${channel}.maxAttempts`) ? maxAttempts + 1 : MAX_WRONG_CODES;
  for (let count = 0; count < Math.min(attempts, MAX_WRONG_CODES); count += 1) {
    const response = await submitCode(t, unusedCode, deriveWrongCode(unusedCode.code, count));
    t.requireServiceResponse(response);
    t.assertNever(
      response.accepted,
      `expected 4xx for wrong code ${count + 1} in a row, got 2xx`,
      response,
    );
    if (response.blockedBy !== null) return;
  }
}
