import { deeplyFrozen } from '../documents/deeply-frozen.ts';
import type { Base, SeededUser } from './state.ts';

/** The users of a base, frozen, by all that tells them but their identities, which a dialect words. */
export function indexedUsers(
  listed: readonly SeededUser[],
): Pick<Base, 'users' | 'userIds' | 'userIdByKey' | 'userIdByTransaction'> {
  const users = new Map<string, SeededUser>();
  const userIdByKey = new Map<string, string>();
  const userIdByTransaction = new Map<string, string>();
  for (const user of listed) {
    users.set(user.id, deeplyFrozen(user));
    if (user.key !== null) userIdByKey.set(user.key, user.id);
    for (const transaction of user.transactions) userIdByTransaction.set(transaction.id, user.id);
  }
  return { users, userIds: Object.freeze([...users.keys()]), userIdByKey, userIdByTransaction };
}
