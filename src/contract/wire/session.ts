import type { Dialect } from '../../dialect/dialect.ts';
import type { UserMask } from '../words.ts';

/** The response of a sign-in (§2.4). */
export interface SessionResponse {
  readonly sessionJwt: string;
  readonly userMask: UserMask;
}

/** Writes a session, with the value for a missing phone (`userMask.absent`). */
export function writeSession(session: SessionResponse, dialect: Dialect): object {
  const { sessionJwt, userMask } = session;
  const { absent } = dialect.userMask;
  if (absent === 'omit' || userMask.phoneMask !== undefined) return session;
  return { sessionJwt, userMask: { ...userMask, phoneMask: absent === 'null' ? null : '' } };
}
