/** Provides users with different wallets, and recognizes the user in a response (§4.8). */
import { containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { createNeed, createInapplicable } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { SignedIn } from './signed-in.ts';

/** Returns new users, or declared users if unknown identities are rejected. */
export async function signInSeveral(
  t: Attempt,
  count: number,
  order: 'concurrently' | 'one by one' = 'concurrently',
): Promise<readonly SignedIn[]> {
  t.requireKnown('user.path', 'user.identifiedBy');
  const accounts = t.listAccountsThatSignIn();
  if (!t.createsUsers && accounts.length < count) {
    throw createNeed(`accounts (${count} of them)`);
  }
  const signIns = Array.from({ length: count }, (_, index) => () => {
    const account = accounts[index];
    return t.createsUsers || account === undefined ? t.signInWithSession() : t.signInAs(account);
  });
  if (order === 'concurrently') return Promise.all(signIns.map((signIn) => signIn()));
  const users: SignedIn[] = [];
  for (const signIn of signIns) users.push(await signIn());
  return users;
}

export function listIdentities({ userId, wallet }: SignedIn): string[] {
  return [userId, wallet?.address].flatMap((identity) => identity ?? []);
}

/** Returns whether a response identifies the same user as the valid read. */
export function showsUser(response: HttpResponse, valid: HttpResponse, user: SignedIn): boolean {
  if (!response.accepted || !valid.accepted) return false;
  const identifying = listIdentities(user).filter((identity) => containsText(valid, identity));
  return (
    response.text === valid.text || identifying.some((identity) => containsText(response, identity))
  );
}

/** @throws NotTested if the session does not identify the user */
export function requireSessions(t: Attempt): void {
  t.requireKnown('user.path', 'user.identifiedBy');
  if (t.dialect.user.identifiedBy === 'bearerSession') return;
  throw createInapplicable('the user read is not by session');
}
