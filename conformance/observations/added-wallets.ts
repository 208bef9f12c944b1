/** Adds wallets in each context, signs in by them, and reads their users (§3, §4.3). */
import { findShownState, findShownWallet, type ShownState } from '../responses/shown-wallet.ts';
import { findText, findWalletKind } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import type { AddWalletSituation } from '../contexts/add-wallet-contexts.ts';
import type { Context } from '../contexts/check-in-contexts.ts';
import { NotTested, createInapplicable, nullIfNotTested } from '../check-errors.ts';
import { readSignIn, type SignedIn } from '../actors/signed-in.ts';
import type { SigningWallet } from '../actors/signing-wallet.ts';
import type { UserView } from '../actors/user-view.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { pollUntil } from './poll-until.ts';
import { memoizePerRun } from './memoize-per-run.ts';

export interface AddedWallet {
  readonly situation: AddWalletSituation;
  readonly response: HttpResponse;
  /** Response to the sign-in by the added wallet, or to its rejected start; null if no wallet was added. */
  readonly signIn: HttpResponse | null;
  /** The user before that sign-in; null if the user read is unusable. */
  readonly viewBeforeSignIn: UserView | null;
  /** The rejection of the user read before that sign-in; null if the read succeeded or was not possible. */
  readonly readRejection: NotTested | null;
  /** The user after that sign-in; null if the user read is unusable. */
  readonly viewAfterSignIn: UserView | null;
  /** Whether user reads of this deployment show unverified wallets, and therefore must show the added wallet. */
  readonly mustBeShown: boolean;
}

/** Returns whether user reads show an added wallet before it is verified. */
export const showsUnverifiedWallets = memoizePerRun(async (t: Attempt): Promise<boolean> => {
  if (!areWalletsShown(t)) return false;
  const view = await nullIfNotTested(async () => {
    const { user, added } = await t.addNewWallet();
    return readUntilShown(t, user, [added]);
  });
  return view !== null;
});

/** Returns the user read that shows all wallets; null if none does. */
export async function readUntilShown(
  t: Attempt,
  user: SignedIn,
  wallets: readonly SigningWallet[],
): Promise<UserView | null> {
  const areShown = (view: UserView) => wallets.every((wallet) => isWalletShown(view, wallet));
  const view = await pollUntil(t, () => t.read(user), areShown);
  return areShown(view) ? view : null;
}

export function isWalletShown(view: UserView, { address }: SigningWallet): boolean {
  return findShownWallet(view, address) !== null;
}

/** Adds a wallet and signs in by it, once for each context of a run. */
export const observeAddedWallet = memoizePerRun(
  async (t: Attempt, { prepare }: Context<AddWalletSituation>): Promise<AddedWallet> => {
    await t.ctx.requireWorking('addWalletToUser');
    const mustBeShown = await showsUnverifiedWallets(t);
    const situation = await prepare(t);
    const { user, request, added, existingWallets, sendForOtherUser } = situation;
    const [response] = await Promise.all([t.send(request), sendForOtherUser?.()]);
    t.requireServiceResponse(response);
    if (!response.accepted) {
      const noViews = { viewBeforeSignIn: null, viewAfterSignIn: null };
      return { situation, response, signIn: null, readRejection: null, mustBeShown, ...noViews };
    }
    const { view: viewBeforeSignIn, readRejection } = await readUntil(
      t,
      user,
      (view) =>
        (!mustBeShown || isWalletShown(view, added)) &&
        findWalletState(view, added) !== 'verified' &&
        areStillVerified(view, existingWallets),
    );
    const signIn = await signInAddedWallet(t, situation);
    const viewAfterSignIn = await readAfterSignIn(t, situation, { signIn, mustBeShown });
    const views = { viewBeforeSignIn, readRejection, viewAfterSignIn };
    return { situation, response, signIn, mustBeShown, ...views };
  },
);

async function readAfterSignIn(
  t: Attempt,
  { user, added, existingWallets, signInApp = user.app }: AddWalletSituation,
  { signIn, mustBeShown }: { readonly signIn: HttpResponse; readonly mustBeShown: boolean },
): Promise<UserView | null> {
  const isDone = (view: UserView) =>
    (!mustBeShown || isWalletShown(view, added)) &&
    areStillVerified(view, [added, ...existingWallets]);
  const { view } = await readUntil(t, user, isDone);
  if (view !== null || !signIn.accepted) return view;
  // The sign-in may have ended the earlier session (§5.8).
  const renewedUser = { ...user, ...readSignIn(signInApp, signIn) };
  return (await readUntil(t, renewedUser, isDone)).view;
}

export function findWalletState(view: UserView, { address }: SigningWallet): ShownState {
  const wallet = findShownWallet(view, address);
  return wallet && findShownState(wallet);
}

/** Returns whether the user read shows none of the wallets as unverified. */
export function areStillVerified(view: UserView, wallets: readonly SigningWallet[]): boolean {
  return wallets.every((wallet) => findWalletState(view, wallet) !== 'unverified');
}

export function createHiddenStatesError(): NotTested {
  return createInapplicable('the user read does not show whether a wallet is verified');
}

/** Returns whether user reads show the wallets of the user. */
export function areWalletsShown(t: Attempt): boolean {
  return t.isDetected('user.names.wallets') && t.dialect.user.names.wallets !== 'none';
}

async function signInAddedWallet(
  t: Attempt,
  { user, added, request, signInApp = user.app }: AddWalletSituation,
): Promise<HttpResponse> {
  const fields = t.getFields(
    findText(request.body, 'walletAddress') ?? added.address,
    findWalletKind(request.body) ?? undefined,
  );
  return t.trySignIn(added, fields, signInApp);
}

async function readUntil(
  t: Attempt,
  user: SignedIn,
  isDone: (view: UserView) => boolean,
): Promise<Pick<AddedWallet, 'readRejection'> & { readonly view: UserView | null }> {
  if (!areWalletsShown(t)) return { view: null, readRejection: null };
  try {
    return { view: await pollUntil(t, () => t.read(user), isDone), readRejection: null };
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    return { view: null, readRejection: error.causeType === 'contract' ? error : null };
  }
}
