/** Finds users by references in requests: to a user, or to one of their transactions. */
import { readCurrentUser } from '../../accounts/current-user.ts';
import { findUserId } from '../../accounts/user-reference.ts';
import type { User } from '../../domain/records.ts';
import type { View } from '../../store/store.ts';
import { createRefusalAt } from '../request/control-refusal.ts';

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
  const expected = 'must be an id, key, phone number, email address or wallet address of a user';
  throw createRefusalAt(pointer, 'userUnknown', `Unknown user "${ref}".`, expected);
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
  const message = `Unknown transaction "${transactionId}".`;
  const expected = 'must be the id of a transaction';
  throw createRefusalAt('/path/id', 'transactionUnknown', message, expected);
}
