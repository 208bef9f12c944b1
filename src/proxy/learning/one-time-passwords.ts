/** What calls about one-time passwords show (§2.5, §2.6, §4.4 to §4.7). */
import { emailTemplate, phoneTemplate } from '../../../conformance/discovery/mask-templates.ts';
import { otpFields } from '../../contract/wire/one-time-password.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import { fieldsIn, isFieldName, textAt, type Fields, type Lesson } from './lesson.ts';

export function learnFromOneTimePasswords(lesson: Lesson): void {
  if (!lesson.accepted) return;
  switch (lesson.operationId) {
    case 'sendSmsOtp':
      return learnFromSend(lesson, 'sms');
    case 'sendEmailOtp':
      return learnFromSend(lesson, 'email');
    case 'authenticateSmsOtp':
      return learnFromAttempt(lesson, 'sms');
    case 'authenticateEmailOtp':
      return learnFromAttempt(lesson, 'email');
    default:
  }
}

function learnFromSend(lesson: Lesson, channel: OtpChannel): void {
  const answer = fieldsIn(lesson.answer);
  if (answer === null) return;
  const { destination } = otpFields[channel];
  const returns = hasRecord(answer, channel) ? 'record' : 'empty';
  lesson.decide(`otp.${channel}.sendReturns`, returns);
  const to = textAt(lesson.sent, destination);
  if (to !== null) learnFromRecord(lesson, channel, to);
}

/** The id and the mask that an answer gives for a destination. */
function learnFromRecord(lesson: Lesson, channel: OtpChannel, to: string): void {
  const answer = fieldsIn(lesson.answer);
  const { traces } = lesson;
  const recordId = textAt(answer, otpFields[channel].recordId);
  if (recordId !== null && lesson.operationId.startsWith('send')) {
    const before = traces.addRecord(to, recordId);
    if (before !== undefined) {
      const value = before === recordId ? 'perDestination' : 'perSend';
      lesson.decide(`otp.${channel}.recordId`, value);
    }
  }
  learnMask(lesson, channel, to, textAt(answer, otpFields[channel].mask));
}

export function learnMask(
  { traces, decide }: Lesson,
  channel: OtpChannel,
  of: string,
  mask: string | null,
): void {
  if (mask === null || mask === '') return;
  traces.addMask(channel, { of, mask });
  const samples = traces.masks[channel].map((sample) => ({ ...sample }));
  const template = channel === 'sms' ? phoneTemplate(samples) : emailTemplate(samples);
  if (template === null) return;
  decide(channel === 'sms' ? 'masks.phone' : 'masks.email', template, 'refine');
}

function learnFromAttempt(lesson: Lesson, channel: OtpChannel): void {
  const { sent, decide } = lesson;
  const answer = fieldsIn(lesson.answer);
  if (answer !== null) {
    const returns = returnsOf(answer, channel);
    decide(`otp.${channel}.authenticateReturns`, returns);
  }
  if (sent === null) return;
  const { destination, recordId } = otpFields[channel];
  const [to, id] = [textAt(sent, destination), textAt(sent, recordId)];
  identification(lesson, channel, { to, id });
  learnCode(lesson, channel, sent);
  const known = to ?? (id === null ? undefined : lesson.traces.destinationOf(id));
  if (known !== undefined) learnFromRecord(lesson, channel, known);
}

/** Where both fields were taken, one of them may be enough: what names only one says more. */
function identification(
  { decide, decided }: Lesson,
  channel: OtpChannel,
  { to, id }: { readonly to: string | null; readonly id: string | null },
): void {
  const key = `otp.${channel}.identifiedBy`;
  const known = decided(key);
  if (to !== null && id !== null) {
    if (known === undefined) decide(key, 'both');
  } else if (to !== null || id !== null) {
    const value = id === null ? 'destination' : 'recordId';
    decide(key, value, known === 'both' ? 'refine' : 'contest');
  }
}

/** The one field that is neither destination nor record holds the code. */
function learnCode({ decide }: Lesson, channel: OtpChannel, sent: Fields): void {
  const { destination, recordId } = otpFields[channel];
  const others = Object.keys(sent).filter((name) => name !== destination && name !== recordId);
  const [field, ...more] = others;
  if (field === undefined || more.length > 0 || !isFieldName(field)) return;
  decide(`otp.${channel}.codeField`, field);
  const code = textAt(sent, field) ?? '';
  if (/^\d{4,10}$/.test(code)) decide(`otp.${channel}.codeLength`, code.length);
}

function hasRecord(answer: Fields, channel: OtpChannel): boolean {
  const { recordId, mask } = otpFields[channel];
  return recordId in answer || mask in answer;
}

/** `otp.*.authenticateReturns` */
function returnsOf(answer: Fields, channel: OtpChannel): string {
  const record = hasRecord(answer, channel);
  if (textAt(answer, 'sessionJwt') !== null) return record ? 'sessionAndRecord' : 'session';
  return record ? 'record' : 'empty';
}
