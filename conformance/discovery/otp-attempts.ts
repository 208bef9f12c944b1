/** Detects how many wrong codes are allowed, and the responses to them (§8). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { createNeed } from '../check-errors.ts';
import type { SentOtp } from '../actors/flows.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import {
  submitCode,
  readCode,
  requireRequest,
  createSender,
  pickUnusedDestination,
  deriveWrongCode,
} from './otp-steps.ts';
import { describeRefusal } from './rejection-key.ts';

/** Maximum number of consecutive wrong codes. */
const MAX_ATTEMPTS = 10;
/** Statuses that mean a lock rather than a wrong code (RFC 4918, RFC 6585). */
const LOCKED = new Set([423, 429]);
/** Maximum number of sends to find a limit that one series of wrong codes does not show. */
const MAX_SENDS = 4;
/** Minimum remaining budget of sends for additional sends. */
const MIN_SENDS_LEFT = 24;

/** Returns probes before and after the checks: few given destinations are not locked before them. */
export function createAttemptsProbes(channel: OtpChannel): readonly Probe[] {
  return [false, true].map((late) => createAttemptsProbe(channel, late));
}

function createAttemptsProbe(channel: OtpChannel, late: boolean): Probe {
  const key = `otp.${channel}.maxAttempts`;
  const keys = [key, 'errors.status.otpWrong', 'errors.status.otpLocked'];
  return probe(keys, tryWrongCodes, { late });

  async function tryWrongCodes(t: Probing): Promise<void> {
    if (t.ctx.identities.areLimited !== late) return;
    requireRequest(t, channel);
    const row = await sendWrongRow(t, channel, MAX_ATTEMPTS + 1);
    const { first, last } = row;
    decideStatus(t, 'errors.status.otpWrong', first);
    if (first.accepted) return t.leaveOpen(key, 'A wrong code was accepted.');

    const isLocked = row.count <= MAX_ATTEMPTS && LOCKED.has(last.status);
    const valid = isLocked ? last : await submitCode(t, row.sent, row.code);
    if (row.count <= MAX_ATTEMPTS) {
      if (valid.accepted) {
        const seen = `Wrong code ${row.count} got a different response, but the correct code was accepted after it.`;
        return t.leaveOpen(key, seen);
      }
      decideStatus(t, 'errors.status.otpLocked', last);
      return t.decide(key, row.count - 1, last);
    }
    if (valid.accepted) {
      const seen = `The correct code was accepted after ${row.count} wrong codes in a row.`;
      t.leaveOpen(key, seen);
      return t.leaveOpen('errors.status.otpLocked', seen);
    }
    decideStatus(t, 'errors.status.otpLocked', valid);
    await narrowDown(t, channel, valid);
  }
}

interface Row {
  readonly sent: SentOtp;
  readonly code: string;
  readonly first: HttpResponse;
  readonly last: HttpResponse;
  readonly count: number;
}

/** Sends wrong codes until a response differs from the first. */
async function sendWrongRow(t: Probing, channel: OtpChannel, most: number): Promise<Row> {
  const destination = pickUnusedDestination(t, channel);
  const sent = await (await createSender(t, channel, destination))(destination);
  const code = await readCode(t, sent);
  const first = await submitCode(t, sent, deriveWrongCode(code, 1));
  let last = first;
  let count = 1;
  while (count < most && !last.accepted && describeRefusal(last) === describeRefusal(first)) {
    count += 1;
    last = await submitCode(t, sent, deriveWrongCode(code, count));
  }
  return { sent, code, first, last, count };
}

function decideStatus(t: Probing, key: string, response: HttpResponse): void {
  if (response.status >= 400 && response.status < 500) t.decide(key, response.status, response);
  else t.leaveOpen(key, `It was rejected with ${response.status}.`);
}

/** Detects a lock that responds like a wrong code: after some of them, the correct code is rejected. */
async function narrowDown(t: Probing, channel: OtpChannel, evidence: HttpResponse): Promise<void> {
  const key = `otp.${channel}.maxAttempts`;
  if (t.ctx.budget.otpSendsLeft < MIN_SENDS_LEFT) {
    throw createNeed('more sends', 'Increase --max-otp-sends.');
  }
  let least = 1;
  let most = MAX_ATTEMPTS;
  let refusal = evidence;
  const guess = getUsualNumber(t, channel);
  for (let sends = 0; least < most && sends < MAX_SENDS; sends += 1) {
    const isGuess = guess >= least && guess <= most;
    const middle = Math.floor((least + most) / 2);
    const wrong = isGuess ? (guess > least ? guess - 1 : guess) : middle;
    const row = await sendWrongRow(t, channel, wrong);
    const valid = await submitCode(t, row.sent, row.code);
    if (valid.accepted) least = wrong + 1;
    else {
      most = wrong;
      refusal = valid;
    }
  }
  if (least === most) t.decide(key, least, refusal);
  else t.leaveOpen(key, `The correct code is rejected after ${least} to ${most} wrong ones.`);
}

function getUsualNumber(t: Probing, channel: OtpChannel): number {
  const other = channel === 'sms' ? 'email' : 'sms';
  return t.dialect.otp[t.isDetected(`otp.${other}.maxAttempts`) ? other : channel].maxAttempts;
}
