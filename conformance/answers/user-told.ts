/** Who signed in, as far as the answer tells (§2.4, §5.8). */
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../ends.ts';
import type { Reply } from '../target/call.ts';
import { textIn, userMaskIn } from './fields.ts';
import { readToken } from './session-token.ts';

/** The id in the userMask, or the claim of the session that names the user; null without either. */
export function userTold(t: Attempt, { body }: Reply): string | null {
  const id = textIn(userMaskIn(body), 'id');
  if (id !== null || !t.knows('session.subjectClaim')) return id;
  const token = readToken(textIn(body, 'sessionJwt') ?? '');
  return typeof token === 'string' ? null : textIn(token.claims, t.dialect.session.subjectClaim);
}

export function needsTold({ call }: Reply): NotTested {
  return new NotTested(`needs a user in the answer of ${call.operation ?? 'the call'}`, 'dialect');
}
