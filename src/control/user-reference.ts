/** Users and transactions by what a tester has at hand. */
import { presentUser } from '../accounts/present-user.ts';
import type { WalletNetwork, WalletType } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { emailIdentity, phoneIdentity, walletIdentity } from '../domain/identity.ts';
import type { User } from '../store/state.ts';
import type { View } from '../store/store.ts';
import { refusalAt } from './control-refusal.ts';

const NETWORKS: readonly WalletNetwork[] = ['ETHEREUM', 'POLYGON'];

/**
 * Finds a user by id, key in the scenario, phone number, email address or wallet address, in that
 * order.
 *
 * @throws ControlRefusal userUnknown
 */
export async function userByReference(view: View, ref: string): Promise<User> {
  for await (const id of candidates(view, ref)) {
    const user = id === undefined ? undefined : await presentUser(view, id);
    if (user !== undefined) return user;
  }
  throw refusalAt(
    '/path/ref',
    'userUnknown',
    `There is no user "${ref}".`,
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
  if (user !== undefined) return user;
  throw refusalAt(
    '/path/id',
    'transactionUnknown',
    `There is no transaction "${transactionId}".`,
    'must be the id of a transaction',
  );
}

async function* candidates(view: View, ref: string): AsyncGenerator<string | undefined> {
  yield ref.toLowerCase();
  yield view.userIdByKey(ref);
  for (const identity of identitiesNamedBy(ref, view.settings.dialect)) {
    yield view.userIdByIdentity(identity);
  }
}

/** An address does not say its network or type, so each that the dialect has is tried (§2.2). */
function identitiesNamedBy(ref: string, dialect: Dialect): ReadonlySet<string> {
  return new Set([
    phoneIdentity(ref),
    emailIdentity(ref),
    ...NETWORKS.map((network) => walletIdentity({ address: ref, network, type: null }, dialect)),
    // The types of a dialect are those of its contract.
    ...dialect.wallet.types.map((type) =>
      walletIdentity({ address: ref, network: null, type: type as WalletType }, dialect),
    ),
  ]);
}
