/** Provides the wallets of two users. */
import type { Attempt } from '../attempt.ts';
import { NotTested, createNeed } from '../check-errors.ts';
import { SigningWallet } from './signing-wallet.ts';

/** Returns two new wallets with similar addresses, or declared ones; throws NotTested without either. */
export function pickTwoWallets(t: Attempt): readonly [SigningWallet, SigningWallet] {
  if (t.flows.createsUsers) return SigningWallet.createSimilarPair();
  const [one, other] = t.ctx.identities.listWallets();
  if (one === undefined || other === undefined) {
    throw createNeed('accounts[].privateKey (2 of them)');
  }
  return [one, other];
}

/** Returns whether the account that signs in by wallet may have a Fraud flag (§7.4). */
export function mayBeRestricted(t: Attempt): boolean {
  if (t.flows.createsUsers) return false;
  const { identities } = t.ctx;
  const { address } = identities.requireDeclaredWallet();
  const [known] = identities.listAccounts(
    (account) => identities.findWallet(account)?.address === address,
  );
  return known?.flags?.length !== 0;
}

export const createUnflaggedNeed = () =>
  createNeed('accounts[].privateKey of an account declared without flags');

export function createEqualChallengesError(): NotTested {
  return new NotTested('two challenges are identical', 'contract');
}

/** Returns a second wallet that gets a challenge. */
export function pickOtherWallet(t: Attempt): SigningWallet {
  return t.dialect.identity.unknown === 'rejectAtStart'
    ? pickSecondWallet(t)
    : SigningWallet.create();
}

/** @throws NotTested if no second account has a wallet */
export function pickSecondWallet(t: Attempt): SigningWallet {
  const { address } = t.flows.pickWallet();
  const other = t.ctx.identities.listWallets().find((wallet) => wallet.address !== address);
  if (other !== undefined) return other;
  throw createNeed('accounts[].privateKey (2 of them)');
}
