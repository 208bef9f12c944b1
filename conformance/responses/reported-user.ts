/** Identifies the user of a sign-in response (§2.4, §5.8). */
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { findText, findUserMask } from './fields.ts';
import { readClaims } from './session-token.ts';

/** Returns the id of the userMask, otherwise the subject of the session; null without either. */
export function findReportedUser(t: Attempt, response: HttpResponse): string | null {
  return findText(findUserMask(response.body), 'id') ?? findReportedSubject(t, response);
}

export function requireReportedUser(t: Attempt, response: HttpResponse): string {
  const user = findReportedUser(t, response);
  if (user === null) throw createUserMissingError(response);
  return user;
}

/** Returns the subject claim of the session; null if it is missing or its name is unknown. */
export function findReportedSubject(t: Attempt, { body }: HttpResponse): string | null {
  if (!t.isDetected('session.subjectClaim')) return null;
  const claims = readClaims(findText(body, 'sessionJwt') ?? '');
  return findText(claims, t.dialect.session.subjectClaim);
}

export function createUserMissingError({ request }: HttpResponse): NotTested {
  return new NotTested(
    `needs a user in the response to ${request.operation ?? 'the request'}`,
    'dialect',
  );
}
