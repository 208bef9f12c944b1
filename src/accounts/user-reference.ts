import type { WalletNetwork, WalletType } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { getEmailIdentity, getPhoneIdentity, getWalletIdentity } from '../domain/identity.ts';
import type { View } from '../store/store.ts';

const NETWORKS: readonly WalletNetwork[] = ['ETHEREUM', 'POLYGON'];

/**
 * Returns the id of the user with this id, scenario key, phone number, email address or wallet address, in
 * that order; undefined if there is none.
 */
export async function findUserId(view: View, ref: string): Promise<string | undefined> {
  for await (const id of listCandidates(view, ref)) {
    if (id !== undefined && (await view.findUser(id)) !== undefined) return id;
  }
  return undefined;
}

/** Returns the identities that a reference may refer to. */
export function listIdentities(ref: string, dialect: Dialect): ReadonlySet<string> {
  return new Set([
    getPhoneIdentity(ref),
    getEmailIdentity(ref),
    // An address has no network or type, so every network, and every type of the dialect, is tried (§2.2).
    ...NETWORKS.map((network) => getWalletIdentity({ address: ref, network, type: null }, dialect)),
    // The cast is safe: the dialect defines the wallet types of its contract.
    ...dialect.wallet.types.map((type) =>
      getWalletIdentity({ address: ref, network: null, type: type as WalletType }, dialect),
    ),
  ]);
}

async function* listCandidates(view: View, ref: string): AsyncGenerator<string | undefined> {
  yield ref.toLowerCase();
  yield view.base.userIdByKey.get(ref);
  for (const identity of listIdentities(ref, view.settings.dialect)) {
    yield view.findUserIdByIdentity(identity);
  }
}
