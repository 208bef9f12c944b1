import { hasFlags } from '../declared-accounts.ts';
import { NotTested, nullIfNotTested } from '../check-errors.ts';
import type { SignedIn, WithSession } from '../actors/signed-in.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { Probing } from './define-probe.ts';

/** Signs in by wallet if possible; otherwise returns a user who signed in by code, or throws NotTested. */
export async function signInAnyUser(t: Probing): Promise<WithSession> {
  try {
    return await t.signInWithSession();
  } catch (error) {
    const { codeUser } = t.ctx.knowledge.observations;
    if (!(error instanceof NotTested) || codeUser === null) throw error;
    return codeUser;
  }
}

/** Signs in another declared account, preferably with a KYC status and no flags; null without one. */
export async function signInOtherAccount(
  t: Probing,
  current: SignedIn,
): Promise<WithSession | null> {
  const { identities } = t.ctx;
  const accounts = identities
    .listUnrestricted()
    .filter(
      (account) =>
        account.privateKey !== null &&
        identities.findWallet(account)?.address !== current.wallet?.address,
    );
  const [account] = accounts.toSorted((one, other) => rankAccount(other) - rankAccount(one));
  if (account === undefined) return null;
  const user = await nullIfNotTested(() => t.signInAs(account));
  return user?.session ? { ...user, session: user.session } : null;
}

/** Returns 0, 1 or 2; the account with the highest rank is preferred. */
function rankAccount(account: DeclaredAccount): number {
  return Number(!hasFlags(account)) + Number(account.kycStatus !== null);
}

/** Returns whether the run created the user, by the sign-in of a new wallet. */
export function isNewUser(t: Probing, { wallet }: SignedIn): boolean {
  return t.createsUsers && wallet !== null && !t.ctx.identities.belongsToAccount(wallet.address);
}
