/** Detects how many wrong codes are allowed, and the responses to them (§8). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { createSettingError } from '../check-errors.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { submitCode, readCode, requireKnownRequest, createSender } from './otp-steps.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { describeRefusal, decideStatus } from './refusal-status.ts';
import { getOtherChannel } from '../actors/operations.ts';

/** Largest number of allowed wrong codes to look for. */
const MAX_ATTEMPTS = 10;
/** Statuses that mean a lock rather than a wrong code (RFC 4918, RFC 6585). */
const LOCK_STATUSES = new Set([423, 429]);
/** Maximum number of sends of the binary search, which runs if every wrong code gets the same response. */
const MAX_SENDS = 5;
/** Number of sends that the budget must have left before the binary search, so that the checks have enough. */
const MIN_SENDS_LEFT = 24;

/** Returns two probes: one runs before the checks, the other after them for destinations in the settings. */
export function createAttemptsProbes(channel: OtpChannel): readonly Probe[] {
  return [false, true].map((isLate) => createAttemptsProbe(channel, isLate));
}

function createAttemptsProbe(channel: OtpChannel, isLate: boolean): Probe {
  const key = `otp.${channel}.maxAttempts`;
  const keys = [key, 'errors.status.otpWrong', 'errors.status.otpLocked'];
  return probe(keys, tryWrongCodes, { isLate });

  async function tryWrongCodes(t: Probing): Promise<void> {
    // Wrong codes may lock a declared destination, so they are sent to it only after the checks.
    const mustRunLate = t.ctx.identities.usesDeclaredDestinations;
    if (isLate !== mustRunLate) return;
    requireKnownRequest(t, channel);
    const wrongCodes = await sendWrongCodes(t, channel, MAX_ATTEMPTS + 1);
    const { first, last, count, isLastDifferent } = wrongCodes;
    if (!first.accepted) decideStatus(t, 'otpWrong', first);
    if (last.accepted) return t.recordInconclusive(key, 'A wrong code was accepted.');

    // After a lock, the correct code would be rejected too, so it is not submitted.
    const isLocked = isLastDifferent && LOCK_STATUSES.has(last.status);
    const afterWrongCodes = isLocked ? last : await submitCode(t, wrongCodes.sent, wrongCodes.code);
    if (isLastDifferent) {
      if (afterWrongCodes.accepted) {
        const observation = `Wrong code ${count} got a different response, but the correct code was accepted after it.`;
        return t.recordInconclusive(key, observation);
      }
      decideStatus(t, 'otpLocked', last);
      return t.decide(key, count - 1, last);
    }
    if (afterWrongCodes.accepted) {
      const observation = `The correct code was accepted after ${count} wrong codes in a row.`;
      t.recordInconclusive(key, observation);
      return t.recordInconclusive('errors.status.otpLocked', observation);
    }
    decideStatus(t, 'otpLocked', afterWrongCodes);
    await findLimit(t, channel, count, afterWrongCodes);
  }
}

interface WrongCodes {
  readonly sent: SentOtp;
  readonly code: string;
  readonly first: HttpResponse;
  readonly last: HttpResponse;
  readonly count: number;
  readonly isLastDifferent: boolean;
}

/** Sends a code, then submits up to `limit` wrong codes, until a response differs from the first response. */
async function sendWrongCodes(t: Probing, channel: OtpChannel, limit: number): Promise<WrongCodes> {
  const send = await createSender(t, channel);
  const sent = await send();
  const code = await readCode(t, sent);
  const first = await submitCode(t, sent, deriveWrongCode(code, 1));
  const isDifferent = (response: HttpResponse) =>
    describeRefusal(response) !== describeRefusal(first);
  let last = first;
  let count = 1;
  while (count < limit && !last.accepted && !isDifferent(last)) {
    count += 1;
    last = await submitCode(t, sent, deriveWrongCode(code, count));
  }
  return { sent, code, first, last, count, isLastDifferent: isDifferent(last) };
}

/**
 * Finds by binary search after how many wrong codes the correct code is rejected.
 *
 * @param lockingCount number of wrong codes after which `evidence` rejected the correct code
 */
async function findLimit(
  t: Probing,
  channel: OtpChannel,
  lockingCount: number,
  evidence: HttpResponse,
): Promise<void> {
  const key = `otp.${channel}.maxAttempts`;
  if (t.ctx.budget.otpSendsLeft < MIN_SENDS_LEFT) {
    throw createSettingError('more sends', 'Increase --max-otp-sends.');
  }
  let min = 1;
  let max = lockingCount;
  let refusal = evidence;
  const guess = guessMaxAttempts(t, channel);
  for (let sends = 0; min < max && sends < MAX_SENDS; sends += 1) {
    const count = chooseNextCount(guess, min, max);
    const { sent, code } = await sendWrongCodes(t, channel, count);
    const valid = await submitCode(t, sent, code);
    if (valid.accepted) min = count + 1;
    else {
      max = count;
      refusal = valid;
    }
  }
  if (min === max) t.decide(key, min, refusal);
  else
    t.recordInconclusive(key, `The correct code is rejected after ${min} to ${max} wrong codes.`);
}

/** Returns the count that tests a guess within the range, else the middle of the range. */
function chooseNextCount(guess: number, min: number, max: number): number {
  if (guess < min || guess > max) return Math.floor((min + max) / 2);
  // First tests guess - 1: if that many wrong codes do not lock the code, min becomes guess.
  return guess > min ? guess - 1 : guess;
}

/** Returns the number that was detected for the other channel, else the number of the dialect. */
function guessMaxAttempts(t: Probing, channel: OtpChannel): number {
  const other = getOtherChannel(channel);
  return t.dialect.otp[t.isDetected(`otp.${other}.maxAttempts`) ? other : channel].maxAttempts;
}
