/** What a refusal must not hold: the challenge, the session or the user that it refuses. */
import type { Attempt } from '../attempt.ts';
import type { Reply } from '../target/http-request.ts';
import { textIn, userMaskIn } from './fields.ts';

/** A text shorter than this is a word about a challenge, and no challenge. */
const SHORTEST_CHALLENGE = 16;

/** @returns the name of what is given away; null where nothing is */
function leakedValues({ body }: Reply): string | null {
  if ((textIn(body, 'challenge') ?? '').length >= SHORTEST_CHALLENGE) return 'challenge';
  if (isToken(textIn(body, 'sessionJwt'))) return 'sessionJwt';
  const userMask = userMaskIn(body);
  return textIn(userMask, 'id') === null ? null : 'userMask';
}

/** Asserts that a request was refused, and that the response gives nothing of what it refuses. */
export function rejectedWithoutResult(t: Attempt, reply: Reply, what: string): void {
  t.refused(reply, what);
  const given = leakedValues(reply);
  t.never(
    given !== null,
    `expected a rejection of ${what} without data, got a response with a ${given}`,
    reply,
  );
}

function isToken(text: string | null): boolean {
  return text !== null && /^[\w-]+\.[\w-]*\.[\w-]*/.test(text);
}
