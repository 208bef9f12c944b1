/** Accounts in their present state: all due transactions are settled (§3). */
import { firstCodeOf } from '../domain/flags.ts';
import { settleDue } from '../domain/transitions.ts';
import { settlementDelay } from './late-settlement.ts';
import { transactionHashOf } from './transaction-hash.ts';
import type { User } from '../domain/records.ts';
import type { View } from '../store/store.ts';

/** The user with that id as of the present instant of the workspace; undefined for none. */
export async function presentUser(view: View, id: string): Promise<User | undefined> {
  const user = await view.user(id);
  return user === undefined ? undefined : asOfNow(view, user);
}

/** Returns users in the order of creation, from the position `from`, at most `limit`. */
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
  const { setting } = view.chaos;
  return settleDue(user, view.now, {
    flagCode,
    hashOf: transactionHashOf,
    ...(setting.lateShare > 0 && { delayOf: (id, due) => settlementDelay(setting, id, due) }),
  });
}

/**
 * Returns the user with those transactions settled that only chaos keeps PENDING; undefined if there are
 * none (§3).
 */
export async function withoutLateness(view: View, id: string): Promise<User | undefined> {
  if (view.chaos.setting.lateShare === 0) return undefined;
  const user = await view.user(id);
  const flagCode = firstCodeOf('Transaction Processing', view.settings.dialect);
  if (user === undefined || flagCode === undefined) return undefined;
  const present = asOfNow(view, user);
  const late = present.transactions.flatMap(({ id, cryptoStatus, createTime, settles }) => {
    const due = settles === null ? Infinity : Date.parse(createTime) + settles.after;
    return cryptoStatus === 'PENDING' && due <= view.now ? [{ id, due }] : [];
  });
  if (late.length === 0) return undefined;
  // They settle at this instant: until now they were seen PENDING.
  return settleDue(present, view.now, {
    flagCode,
    hashOf: transactionHashOf,
    delayOf: (id, due) => (late.some((each) => each.id === id) ? view.now - due : Infinity),
  });
}
