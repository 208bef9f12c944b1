/** What an answer breaks that no schema says: against the call, the calls before, and itself. */
import { surePhrase, isUrlSafe } from '../../conformance/answers/challenge-text.ts';
import { textIn } from '../../conformance/answers/fields.ts';
import { maskFault, type MaskFault } from '../../conformance/answers/phone-mask.ts';
import { stackTraceIn } from '../../conformance/hostile-input/stack-trace.ts';
import { userParts } from '../../conformance/parties/user-view.ts';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect, OtpChannel } from '../dialect/dialect.ts';
import { pointerTo } from '../documents/pointer.ts';
import { OTP_CALLS, type PastCalls } from './past-calls.ts';
import { headerOf, isAccepted, jsonIn, type SeenCall } from './seen-call.ts';
import { violation, type Violation } from './violation.ts';

export function answerBreaches(
  call: SeenCall,
  operationId: OperationId,
  dialect: Dialect,
  past: PastCalls,
): readonly Violation[] {
  if (!isAccepted(call)) return refusalBreaches(call);
  const sent = jsonIn(call.request.body);
  const answer = jsonIn(call.answer?.body);
  if (operationId === 'startWalletAuth') return challengeBreaches(sent, answer, dialect, past);
  if (operationId === 'getUser') return userBreaches(answer, dialect);
  const otp = OTP_CALLS[operationId];
  if (otp === undefined) return [];
  const isUsed = otp.does === 'try' && past.isUsed(operationId, sent);
  return [...(isUsed ? [usedTwice(otp.channel)] : []), ...maskBreaches(sent, answer, otp, past)];
}

/** §7 */
function refusalBreaches({ request, answer }: SeenCall): Violation[] {
  const body = jsonIn(answer?.body);
  if (body === undefined) return [];
  const language = stackTraceIn(JSON.stringify(body));
  const secret = headerOf(request.headers, 'service-client-secret') ?? '';
  return [
    ...(language === null
      ? []
      : [breach('7.refusal.no-stack-trace', '/body', `carries a stack trace of ${language}`)]),
    ...(isTelling(secret) && textsIn(body).some((text) => text.includes(secret))
      ? [breach('7.response.no-secret', '/body', 'gives away the service-client-secret')]
      : []),
  ];
}

/** Whether the words of an error would not hold it by chance. */
function isTelling(secret: string): boolean {
  return secret.length >= 12;
}

/** All texts in a body, at any depth. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (name, inner: unknown) => {
    texts.push(name);
    if (typeof inner === 'string') texts.push(inner);
    return inner;
  });
  return texts;
}

/** §2.3 */
function challengeBreaches(
  sent: unknown,
  answer: unknown,
  dialect: Dialect,
  past: PastCalls,
): Violation[] {
  const challenge = textIn(answer, 'challenge');
  if (challenge === null) return [];
  const { phrase } = dialect.wallet.challenge;
  // A phrase that is not known ends where no random part can begin.
  const length = challenge.startsWith(phrase) ? phrase.length : surePhrase(challenge).length;
  const before = past.walletOf(challenge);
  const isOfAnother =
    before !== undefined && before !== textIn(sent, 'walletAddress')?.toLowerCase();
  return [
    ...(isUrlSafe(challenge.slice(length))
      ? []
      : [breach('2.3.challenge.url-safe', '/body/challenge', 'has to end in URL-safe characters')]),
    ...(isOfAnother
      ? [breach('2.3.challenge.random-part', '/body/challenge', 'was given to another wallet')]
      : []),
  ];
}

const MASK_FAULTS: Readonly<Record<MaskFault, string | null>> = {
  // That is for the schema to say.
  'no text': null,
  'another end': 'has to show the last four digits of the number',
  'the whole number': 'gives the whole number',
};

/** §2.5, §2.6 */
function maskBreaches(
  sent: unknown,
  answer: unknown,
  { channel, does }: { readonly channel: OtpChannel; readonly does: 'send' | 'try' },
  past: PastCalls,
): Violation[] {
  const { destination, mask: name } = otpFields[channel];
  const to = does === 'send' ? textIn(sent, destination) : past.destinationOf(sent, channel);
  const mask = textIn(answer, name);
  if (to === undefined || to === null || mask === null) return [];
  const pointer = pointerTo('body', name);
  if (channel === 'sms') {
    const fault = maskFault(mask, to);
    const told = fault === null ? null : MASK_FAULTS[fault];
    return told === null ? [] : [breach('2.5.phoneMask.last-four', pointer, told)];
  }
  return mask.toLowerCase().includes(to.toLowerCase())
    ? [breach('2.6.emailMask.masked', pointer, 'gives the whole address')]
    : [];
}

/** §4.5, §4.7 */
function usedTwice(channel: OtpChannel): Violation {
  const rule = channel === 'sms' ? '4.5.otp.one-time' : '4.7.otp.one-time';
  return breach(rule, '/status', 'accepts a one-time password that was accepted before');
}

/** §2.7, §7.5: what the crypto status of a transaction brings with it. */
function userBreaches(answer: unknown, dialect: Dialect): Violation[] {
  const { flags, transactions } = userParts(answer, dialect);
  const { envelope, names } = dialect.user;
  const place = ['body', ...(envelope === 'none' ? [] : [envelope]), names.transactions];
  return (transactions ?? []).flatMap((transaction, index) => {
    const status = transaction[names.cryptoStatus];
    if (status === 'COMPLETE' && (textIn(transaction, 'transactionHash') ?? '') === '') {
      const pointer = pointerTo(...place, index, 'transactionHash');
      return [breach('2.7.transaction.transactionHash', pointer, 'is needed where COMPLETE')];
    }
    // To which category a flag belongs can't always be told; that there is none can.
    if (status === 'FAILED' && flags?.length === 0) {
      const pointer = pointerTo(...place, index, names.cryptoStatus);
      const told = 'is FAILED, and the user has no Transaction Processing flag';
      return [breach('7.5.transaction.failed-has-flag', pointer, told)];
    }
    return [];
  });
}

function breach(rule: string, pointer: string, message: string): Violation {
  return violation('response', rule, { pointer, message });
}
