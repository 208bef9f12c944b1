/** What a sign-in shows of sessions and of the userMask (§2.4, §5.8). */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  claimsWithId,
  isKnownAlgorithm,
  subjectAmong,
} from '../../../conformance/answers/session-claims.ts';
import { isoDuration } from '../../../conformance/discovery/duration-text.ts';
import { fieldsIn, textAt, type Fields, type Lesson } from './lesson.ts';
import { learnMask } from './one-time-passwords.ts';

export function learnFromSignIns(lesson: Lesson): void {
  const { accepted, operationId, sent, traces } = lesson;
  const answer = fieldsIn(lesson.answer);
  const token = textAt(answer, 'sessionJwt');
  if (!accepted || token === null || !operationId.startsWith('authenticate')) return;
  const userMask = fieldsIn(answer?.['userMask']);
  const userId = textAt(userMask, 'id');
  const recordId = textAt(sent, 'phoneId') ?? textAt(sent, 'emailId');
  const to = recordId === null ? undefined : traces.destinationOf(recordId);
  const isSms = operationId === 'authenticateSmsOtp';
  const isEmail = operationId === 'authenticateEmailOtp';
  const phoneNumber = textAt(sent, 'phoneNumber') ?? (isSms ? (to ?? null) : null);
  traces.addSession(token, {
    userId,
    walletAddress: textAt(sent, 'walletAddress'),
    phoneNumber,
    emailAddress: textAt(sent, 'emailAddress') ?? (isEmail ? (to ?? null) : null),
  });
  learnFromToken(lesson, token, userId);
  if (userMask !== null) learnFromMask(lesson, userMask, phoneNumber);
}

function learnFromToken({ decide }: Lesson, token: string, userId: string | null): void {
  const parts = readToken(token);
  if (parts === null) return;
  const { header, claims } = parts;
  if (isKnownAlgorithm(header['alg'])) decide('session.algorithm', header['alg']);
  const { exp, iat } = claims;
  if (typeof exp === 'number' && typeof iat === 'number' && exp > iat) {
    decide('session.ttl', isoDuration(Math.round(exp - iat)));
  }
  if (userId === null) return;
  const claim = subjectAmong(claimsWithId(claims, userId));
  if (claim !== undefined) decide('session.subjectClaim', claim);
}

function readToken(token: string): { readonly header: Fields; readonly claims: Fields } | null {
  try {
    return { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token) };
  } catch {
    return null;
  }
}

function learnFromMask(lesson: Lesson, userMask: Fields, phoneNumber: string | null): void {
  const { traces, decide } = lesson;
  const phoneMask = userMask['phoneMask'];
  if (phoneMask === undefined) decide('userMask.absent', 'omit');
  else if (phoneMask === null) decide('userMask.absent', 'null');
  else if (phoneMask === '') decide('userMask.absent', 'empty');
  else if (phoneNumber !== null) {
    learnMask(lesson, 'sms', phoneNumber, textAt(userMask, 'phoneMask'));
  }
  const method = textAt(userMask, 'preferredMfaMethod');
  if (method === null || method.length > 64 || traces.mfaMethods.size >= 16) return;
  traces.mfaMethods.add(method);
  // The one that is shown says nothing of others.
  const seen = [...new Set(['OTP_SMS', ...traces.mfaMethods])];
  if (seen.length > 1) decide('userMask.preferredMfaMethods', seen, 'refine');
}
