/** Asserts that a rejected send neither sends a code nor invalidates the previous code (§5.1, §5.2). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import type { Attempt } from '../attempt.ts';
import { createSettingError, type NotTested } from '../check-errors.ts';
import type { HttpRequest } from '../target/http-request.ts';
import { createDestination } from './sent-codes.ts';
import type { SentCode } from '../observations/otp-requests.ts';
import { otpOperations } from '../actors/operations.ts';

/** Number of polls for a code that was sent although the send was rejected. */
const MAX_POLLS = 3;
/** Pause between polls, in milliseconds. */
const PAUSE = 100;
const MAX_DESTINATIONS = 3;

/**
 * Asserts that a malformed send sends no further code, unless the source (`prompt`, `fixed`) cannot show it.
 * Returns the earlier code, for the caller to submit.
 */
export async function assertNoFurtherCode(
  t: Attempt,
  channel: OtpChannel,
  malform: (request: HttpRequest) => HttpRequest,
  description: string,
): Promise<SentCode> {
  t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
  await t.ctx.requireWorking(otpOperations[channel].authenticate);
  const sent = await t.sendOtp(channel);
  const code = await t.readCode(sent);
  assertRejectedWithoutData(t, await t.dispatch(malform(sent.response.request)), description);
  const newestCode = isPrompted(t)
    ? code
    : await t.ctx.ledger.readCurrentCode(channel, sent.destination);
  t.assert(
    newestCode === code,
    `expected no further code for ${description}, got one`,
    sent.response,
  );
  return { sent, code };
}

/** Asserts that a malformed send to a destination without a code is rejected, and that no code is sent. */
export async function assertSendsNoCode(
  t: Attempt,
  channel: OtpChannel,
  malform: (request: HttpRequest) => HttpRequest,
): Promise<void> {
  if (isPrompted(t)) throw createUnsuitableSourceError();
  await t.ctx.requireWorking(otpOperations[channel].send);
  const destination = await createUnusedDestination(t, channel);
  const request = malform(await t.createSendRequest(channel, destination));
  const response = await t.sendAndRecord(request, channel, destination);
  t.assertRejected(response, 'the send');
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    if (poll > 0) await t.pause(PAUSE);
    const isListed = (await t.ctx.ledger.readCurrentCode(channel, destination)) !== null;
    t.assertNever(
      isListed,
      `expected no code for a rejected send, got one for ${destination}`,
      response,
    );
  }
}

/** Returns a destination without a code: an earlier run may have generated the same number. */
async function createUnusedDestination(t: Attempt, channel: OtpChannel): Promise<string> {
  for (let tries = 0; tries < MAX_DESTINATIONS; tries += 1) {
    const destination = createDestination(t, channel);
    if ((await t.ctx.ledger.readCurrentCode(channel, destination)) === null) return destination;
  }
  throw createUnsuitableSourceError();
}

/** Returns whether a person enters the codes. Then a check cannot observe that no code was sent. */
function isPrompted(t: Attempt): boolean {
  return t.ctx.settings.otpSource?.kind === 'prompt';
}

function createUnsuitableSourceError(): NotTested {
  return createSettingError('an otpSource that returns a code only after its send');
}
