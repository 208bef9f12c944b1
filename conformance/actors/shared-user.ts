/** Provides one signed-in user for all checks that send only rejected requests, or change nothing. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import type { HttpRequest } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { WithSession } from './signed-in.ts';

/** Milliseconds until another user replaces the shared user, whose session may expire soon (§5.8). */
const REUSE_MS = 30_000;

const signInSharedUser = memoizePerRun(
  (t: Attempt, app: App): Promise<WithSession> => t.signInWithSession(undefined, app),
  REUSE_MS,
);

// Another check could sign in a declared user and end the session, so only a user of this run is shared. Other
// users sign in at the same time, so the session must identify the user (§4.3).
function canShareUser(t: Attempt): boolean {
  return t.createsUsers && t.ctx.knowledge.bearers.sessionIdentifiesUser;
}

/** Returns the shared user; signs in another user if checks cannot share one. */
export function signInSharedUserIfPossible(t: Attempt, app = t.app): Promise<WithSession> {
  return canShareUser(t) ? signInSharedUser(t, app) : t.signInWithSession(undefined, app);
}

/** Builds a valid request that the caller malforms before sending, or that changes nothing. */
export async function createSharedUserRequest(
  t: Attempt,
  operation: OperationId,
  app = t.app,
): Promise<HttpRequest> {
  const needsUser = operation === 'getUser' || operation === 'addWalletToUser';
  if (!needsUser || !canShareUser(t)) return t.createValidRequest(operation, app);
  const user = await signInSharedUser(t, app);
  return operation === 'getUser' ? t.createReadRequest(user) : t.createAddRequest(user);
}
