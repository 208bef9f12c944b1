/** Finds users by references in requests: to a user, or to one of their transactions. */
import { readCurrentUser } from '../../accounts/current-user.ts';
import { findUserId } from '../../accounts/user-reference.ts';
import type { User } from '../../domain/records.ts';
import type { View } from '../../store/store.ts';
import { refuseAt } from '../request/control-refusal.ts';

/**
 * Finds a user by id, key, phone number, email address or wallet address, in that order.
 *
 * @param pointer to the reference in the request
 * @throws ControlRefusal userUnknown
 */
export async function findUser(view: View, ref: string, pointer = '/path/ref'): Promise<User> {
  const id = await findUserId(view, ref);
  const user = id === undefined ? undefined : await readCurrentUser(view, id);
  if (user !== undefined) return user;
  throw refuseAt(
    pointer,
    'userUnknown',
    `Unknown user "${ref}".`,
    'must be an id, key, phone number, email address or wallet address of a user',
  );
}

/** Decodes a reference in a query, where an unescaped + is read as a space: `?user=+12025550143`. */
export function decodeReference(reference: string): string {
  return reference.replace(/^ /, '+');
}

/** Finds the user of a transaction. @throws ControlRefusal transactionUnknown */
export async function findUserByTransaction(view: View, transactionId: string): Promise<User> {
  const id = await view.findUserIdByTransaction(transactionId);
  const user = id === undefined ? undefined : await readCurrentUser(view, id);
  if (user !== undefined) return user;
  throw refuseAt(
    '/path/id',
    'transactionUnknown',
    `Unknown transaction "${transactionId}".`,
    'must be the id of a transaction',
  );
}
