/** Verifies a one-time password, by SMS or by email (§4.5, §4.7). */
import type { OtpAttempt } from '../../contract/wire.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import { Refusal, type ClientMistake } from '../../domain/errors.ts';
import { getDestinationIdentity } from '../../domain/identity.ts';
import { isOutstanding, judgeCode } from '../../domain/one-time-password.ts';
import type { OneTimePassword } from '../../domain/records.ts';
import type { UnitOfWork } from '../../store/store.ts';

interface OtpSubmission {
  readonly channel: OtpChannel;
  readonly clientId: string;
  readonly attempt: OtpAttempt;
}

/**
 * Verifies a code and marks its password as used. Returns a refusal instead of throwing it, so that the
 * wrong attempt is counted.
 */
export async function verifyOneTimePassword(
  unit: UnitOfWork,
  submission: OtpSubmission,
): Promise<OneTimePassword | Refusal> {
  const { channel, attempt } = submission;
  const { maxAttempts, codeField } = unit.settings.dialect.otp[channel];
  const passwords = await findPasswords(unit, submission);
  const judgement = judgeCode(passwords, { code: attempt.code, now: unit.now, maxAttempts });
  if (judgement.verdict === 'correct') {
    await unit.put('oneTimePasswords', judgement.used.id, judgement.used);
    return judgement.used;
  }
  let mistake: ClientMistake | undefined;
  if (judgement.verdict === 'wrong') {
    for (const password of judgement.updated) {
      await unit.put('oneTimePasswords', password.id, password);
    }
    mistake = await findMistake(unit, submission, passwords);
  }
  const { cause, message, detail } = REFUSALS[judgement.verdict];
  const details = [{ pointer: `/body/${codeField}`, message: detail }];
  return new Refusal(cause, message, { mistake, details });
}

const REFUSALS = {
  wrong: {
    cause: 'otpWrong',
    message: 'The one-time password is wrong.',
    detail: 'must be an unused code that was sent for this sign-in',
  },
  expired: {
    cause: 'otpExpired',
    message: 'The one-time password has expired. Request a new one.',
    detail: 'must be a code that has not expired',
  },
  locked: {
    cause: 'otpLocked',
    message: 'Too many wrong one-time passwords. Request a new one.',
    detail: 'is locked until a new code is sent',
  },
} as const;

/** Returns the mistake behind a wrong code; undefined if the code was just mistyped. */
async function findMistake(
  unit: UnitOfWork,
  { channel, clientId, attempt: { code } }: OtpSubmission,
  passwords: readonly OneTimePassword[],
): Promise<ClientMistake | undefined> {
  const latest = passwords.at(-1);
  if (latest === undefined) return 'otpNotSent';
  const isUsed = passwords.some((password) => password.state === 'used' && password.code === code);
  if (isUsed && !passwords.some(isOutstanding)) return 'otpUsed';
  const sent = await unit.listOneTimePasswords(clientId, channel, latest.identity);
  const ofOtherRecords = sent.filter(({ recordId }) => recordId !== latest.recordId);
  const isOfOtherRecord = ofOtherRecords.some((otp) => isOutstanding(otp) && otp.code === code);
  return isOfOtherRecord ? 'otpOfAnotherRecord' : undefined;
}

async function findPasswords(
  unit: UnitOfWork,
  { channel, clientId, attempt: { recordId, destination } }: OtpSubmission,
): Promise<readonly OneTimePassword[]> {
  const identity = destination === null ? null : getDestinationIdentity(channel, destination);
  if (recordId === null) {
    return identity === null ? [] : unit.listOneTimePasswords(clientId, channel, identity);
  }
  const passwords = await unit.listOneTimePasswordsByRecord(clientId, channel, recordId);
  return passwords.filter((password) => identity === null || password.identity === identity);
}
