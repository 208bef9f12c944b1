import type { Attempt } from '../attempt.ts';
import type { Reply } from '../target/http-request.ts';
import { textIn, userMaskIn } from './fields.ts';

/** Minimum length of a challenge; a shorter text may be a message. */
const MIN_CHALLENGE_LENGTH = 16;

/** Returns the name of a field that a rejection must not contain; null if there is none. */
function leakedValues({ body }: Reply): string | null {
  if ((textIn(body, 'challenge') ?? '').length >= MIN_CHALLENGE_LENGTH) return 'challenge';
  if (isToken(textIn(body, 'sessionJwt'))) return 'sessionJwt';
  const userMask = userMaskIn(body);
  return textIn(userMask, 'id') === null ? null : 'userMask';
}

/** Asserts that a request was rejected, without a challenge, session or user in the response. */
export function rejectedWithoutResult(t: Attempt, reply: Reply, what: string): void {
  t.assertRejected(reply, what);
  const given = leakedValues(reply);
  t.assertNever(
    given !== null,
    `expected a rejection of ${what} without data, got a response with a ${given}`,
    reply,
  );
}

function isToken(text: string | null): boolean {
  return text !== null && /^[\w-]+\.[\w-]*\.[\w-]*/.test(text);
}
