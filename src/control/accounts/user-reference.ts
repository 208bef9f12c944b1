/** Users and transactions by what a tester has at hand. */
import { presentUser } from '../../accounts/present-user.ts';
import { userIdByReference } from '../../accounts/user-reference.ts';
import type { User } from '../../store/state.ts';
import type { View } from '../../store/store.ts';
import { refusalAt } from '../request/control-refusal.ts';

/**
 * Finds a user by id, key in the scenario, phone number, email address or wallet address, in that
 * order.
 *
 * @throws ControlRefusal userUnknown
 */
export async function userByReference(view: View, ref: string): Promise<User> {
  const id = await userIdByReference(view, ref);
  const user = id === undefined ? undefined : await presentUser(view, id);
  if (user !== undefined) return user;
  throw refusalAt(
    '/path/ref',
    'userUnknown',
    `Unknown user "${ref}".`,
    'must be an id, key, phone number, email address or wallet address of a user',
  );
}

/**
 * Finds the user of a transaction.
 *
 * @throws ControlRefusal transactionUnknown
 */
export async function userByTransaction(view: View, transactionId: string): Promise<User> {
  const id = await view.userIdByTransaction(transactionId);
  const user = id === undefined ? undefined : await presentUser(view, id);
  // A submission that was taken back has left its id behind.
  if (user?.transactions.some((transaction) => transaction.id === transactionId)) return user;
  throw refusalAt(
    '/path/id',
    'transactionUnknown',
    `Unknown transaction "${transactionId}".`,
    'must be the id of a transaction',
  );
}
