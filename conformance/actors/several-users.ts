/** Provides several users or wallets for one check, and recognizes a user in a response (§4.8). */
import { containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { createSettingError, createInapplicable, NotTested } from '../check-errors.ts';
import { isDeclaredWithoutFlags } from '../declared-accounts.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { SignedIn, WithSession } from './signed-in.ts';
import { SigningWallet } from './signing-wallet.ts';

/** Returns new users, or declared users if unknown identities are rejected. */
export async function signInSeveral(
  t: Attempt,
  count: number,
  order: 'concurrently' | 'one by one' = 'concurrently',
): Promise<readonly SignedIn[]> {
  t.requireKnown('user.path', 'user.identifiedBy');
  const accounts = t.listAccountsThatSignIn();
  if (!t.createsUsers && accounts.length < count) {
    throw createSettingError(`accounts (${count} of them)`);
  }
  const signIns = Array.from({ length: count }, (_, index) => () => {
    const account = accounts[index];
    return t.createsUsers || account === undefined ? t.signInWithSession() : t.signInAs(account);
  });
  if (order === 'concurrently') return Promise.all(signIns.map((signIn) => signIn()));
  const users: SignedIn[] = [];
  for (const signIn of signIns) users.push(await signIn());
  return users;
}

export function listIdentities({ userId, wallet }: SignedIn): string[] {
  return [userId, wallet?.address].flatMap((identity) => identity ?? []);
}

/**
 * Returns whether a response shows the user: its text is that of the user's own read, or it contains an id or
 * wallet address that the own read also contains.
 */
export function showsUser(response: HttpResponse, ownRead: HttpResponse, user: SignedIn): boolean {
  if (!response.accepted || !ownRead.accepted) return false;
  if (response.text === ownRead.text) return true;
  return listIdentities(user).some(
    (identity) => containsText(ownRead, identity) && containsText(response, identity),
  );
}

/** @throws NotTested if the session does not identify the user */
export function requireSessions(t: Attempt): void {
  t.requireKnown('user.path', 'user.identifiedBy');
  if (t.dialect.user.identifiedBy === 'bearerSession') return;
  throw createInapplicable('the user read does not identify users by session');
}

/** Signs in two new wallets with similar addresses; if no users are created, two declared users. */
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
  const [account] = identities.listAccounts(
    (candidate) => identities.findWallet(candidate)?.address === address,
  );
  // Only an account that is declared without flags certainly has no Fraud flag.
  return account === undefined || !isDeclaredWithoutFlags(account);
}

export const createUnflaggedWalletError = () =>
  createSettingError('accounts[].privateKey of an account configured without flags');

export function createEqualChallengesError(): NotTested {
  return new NotTested('two challenges are identical', 'contract');
}

/** Returns a wallet that gets a challenge, and is not the wallet of the default user. */
export function pickSecondStartableWallet(t: Attempt): SigningWallet {
  return t.dialect.identity.unknown === 'rejectAtStart'
    ? pickSecondDeclaredWallet(t)
    : SigningWallet.create();
}

export function pickSecondDeclaredWallet(t: Attempt): SigningWallet {
  const { address } = t.pickWallet();
  const other = t.ctx.identities.listWallets().find((wallet) => wallet.address !== address);
  if (other !== undefined) return other;
  throw createSettingError('accounts[].privateKey (2 of them)');
}
