import type { Attempt } from '../attempt.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { findText, findUserMask } from './fields.ts';

/** Minimum length of a challenge; a shorter text may be a message. */
const MIN_CHALLENGE_LENGTH = 16;

function findLeakedField({ body }: HttpResponse): string | null {
  if ((findText(body, 'challenge') ?? '').length >= MIN_CHALLENGE_LENGTH) return 'challenge';
  if (isToken(findText(body, 'sessionJwt'))) return 'sessionJwt';
  const userMask = findUserMask(body);
  return findText(userMask, 'id') === null ? null : 'userMask';
}

/** Asserts that a request was rejected, without a challenge, session or user in the response. */
export function assertRejectedWithoutData(
  t: Attempt,
  response: HttpResponse,
  description: string,
): void {
  t.assertRejected(response, description);
  const field = findLeakedField(response);
  t.assertNever(
    field !== null,
    `expected a rejection of ${description} without data, got a response with a ${field}`,
    response,
  );
}

function isToken(text: string | null): boolean {
  return text !== null && /^[\w-]+\.[\w-]*\.[\w-]*/.test(text);
}
