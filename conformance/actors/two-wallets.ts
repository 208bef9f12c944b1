/** Provides the wallets and sessions of two users. */
import type { Attempt } from '../attempt.ts';
import { NotTested, createNeed } from '../check-errors.ts';
import type { WithSession } from './signed-in.ts';
import { SigningWallet } from './signing-wallet.ts';

/** Signs in with two new wallets with similar addresses, or as two declared users. @throws NotTested without them */
export async function signInTwoUsers(
  t: Attempt,
  app = t.app,
): Promise<readonly [WithSession, WithSession]> {
  if (!t.createsUsers) {
    const user = await t.signInWithSession(undefined, app);
    return [user, await t.signInOtherUser(user, app)];
  }
  const [wallet, similarWallet] = SigningWallet.createSimilarPair();
  return [await t.signInWithSession(wallet, app), await t.signInWithSession(similarWallet, app)];
}

/** Returns whether the account that signs in by wallet may have a Fraud flag (§7.4). */
export function mayBeRestricted(t: Attempt): boolean {
  if (t.createsUsers) return false;
  const { identities } = t.ctx;
  const { address } = identities.requireDeclaredWallet();
  const [known] = identities.listAccounts(
    (account) => identities.findWallet(account)?.address === address,
  );
  // Undeclared flags may include a Fraud flag.
  return known?.flags?.length !== 0;
}

export const createUnflaggedWalletNeed = () =>
  createNeed('accounts[].privateKey of an account declared without flags');

export function createEqualChallengesError(): NotTested {
  return new NotTested('two challenges are identical', 'contract');
}

/** Returns a wallet, other than that of the default user, for which a start request is accepted. */
export function pickSecondStartableWallet(t: Attempt): SigningWallet {
  return t.dialect.identity.unknown === 'rejectAtStart'
    ? pickSecondDeclaredWallet(t)
    : SigningWallet.create();
}

/** Returns a declared wallet, other than that of the default user. @throws NotTested without one */
export function pickSecondDeclaredWallet(t: Attempt): SigningWallet {
  const { address } = t.pickWallet();
  const other = t.ctx.identities.listWallets().find((wallet) => wallet.address !== address);
  if (other !== undefined) return other;
  throw createNeed('accounts[].privateKey (2 of them)');
}
