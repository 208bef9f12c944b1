/** Accounts as they are now: what was to settle by itself until now has settled (§3). */
import { firstCodeOf } from '../domain/flags.ts';
import { settleDue } from '../domain/transitions.ts';
import { transactionHashOf } from './transaction-hash.ts';
import type { User } from '../store/state.ts';
import type { View } from '../store/store.ts';

/** The user with that id as of the present instant of the workspace; undefined for none. */
export async function presentUser(view: View, id: string): Promise<User | undefined> {
  const user = await view.user(id);
  return user === undefined ? undefined : asOfNow(view, user);
}

/** Users in the order in which they were made, from the position `from`, at most `limit`. */
export async function presentUsers(
  view: View,
  from: number,
  limit: number,
): Promise<readonly User[]> {
  const users = await view.users(from, limit);
  return users.map((user) => asOfNow(view, user));
}

function asOfNow(view: View, user: User): User {
  const flagCode = firstCodeOf('Transaction Processing', view.settings.dialect);
  if (flagCode === undefined) return user;
  return settleDue(user, view.now, { flagCode, hashOf: transactionHashOf });
}
