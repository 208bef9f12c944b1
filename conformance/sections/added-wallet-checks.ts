/** Checks who gets an added wallet (§4.3), and when it is verified (§3), in each context. */
import { findText, findUserMask } from '../responses/fields.ts';
import { createUserMissingError, findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { addWalletContexts } from '../contexts/add-wallet-contexts.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { NotTested } from '../check-errors.ts';
import { mayBeRestricted, createUnflaggedWalletError } from '../actors/several-users.ts';
import type { UserView } from '../actors/user-view.ts';
import {
  createHiddenStatesError,
  observeAddedWallet,
  areStillVerified,
  findWalletState,
  isWalletShown,
  type AddedWallet,
} from '../observations/added-wallets.ts';

/** Each context is created once and shared by the rules. */
const additions = addWalletContexts.map((context) => ({
  ...context,
  prepare: (t: Attempt) => observeAddedWallet(t, context),
}));

export const addedWalletChecks = checkInContexts(additions, {
  requirement: '4.3.operation.adds',
  title: 'an added wallet signs in the user to whom it was added',
  async run(t, { situation: { user, mayBeRejected }, response, signIn }) {
    if (!response.accepted && mayBeRestricted(t)) throw createUnflaggedWalletError();
    if (!response.accepted && mayBeRejected === true) {
      t.assertRejected(response, 'addToUser');
      t.observe(`the request returns ${response.status}`, response);
      return;
    }
    t.assertAccepted(response, 'addToUser');
    if (signIn === null) return;
    t.assertAccepted(signIn, 'the sign-in by an added wallet');
    const expected = findReportedUser(t, user.response);
    const reported = findReportedUser(t, signIn);
    if (expected === null || reported === null) throw createUserMissingError(signIn);
    t.assert(
      reported === expected,
      `expected the wallet to sign in the user ${expected}, got ${reported}`,
      signIn,
      response,
      user.response,
    );
    const [before, after] = [user.response, signIn].map(({ body }) =>
      findText(findUserMask(body), 'createTime'),
    );
    t.assert(
      before === null || after === null || before === after,
      `expected the createTime of the user unchanged, got ${String(after)} instead of ${String(before)}`,
      user.response,
      signIn,
    );
  },
});

export const unverifiedInContexts = checkInContexts(additions, {
  requirement: '3.wallet.added-unverified',
  part: 'shown',
  title: 'shows an added wallet as unverified and leaves other wallets unchanged',
  async run(t, { situation, viewBeforeSignIn, readRejection, mustBeShown }) {
    // If the user read after addToUser was rejected, a second read shows whether addToUser is the cause.
    if (readRejection !== null) {
      const read = await t.send(t.createReadRequest(situation.user));
      t.assertAccepted(read, 'the user read after addToUser');
    }
    const view = requireView(viewBeforeSignIn);
    const state = findWalletState(view, situation.added);
    if (mustBeShown) assertShown(t, view, situation);
    assertExistingStayVerified(t, view, situation);
    const { unverified: earlierWallet } = situation;
    // If unverified wallets are shown, the earlier wallet must be shown too.
    const mustShowEarlier = state !== null && earlierWallet !== undefined;
    t.assert(
      !mustShowEarlier || isWalletShown(view, earlierWallet),
      'expected the earlier unverified wallet in the user read, got a user without it',
      view.response,
    );
    t.assert(
      state !== 'verified',
      'expected an added wallet to be unverified, got verified',
      view.response,
    );
  },
});

export const verifiedInContexts = checkInContexts(additions, {
  requirement: '3.wallet.authenticate-verifies',
  part: 'shown',
  title: 'shows an added wallet as verified after its sign-in and leaves other wallets unchanged',
  exclusive: 'unlessSessionIdentifiesUser',
  async run(t, { situation, viewAfterSignIn, signIn, mustBeShown }) {
    if (signIn?.accepted !== true)
      throw new NotTested('a required wallet sign-in is rejected', 'contract');
    const view = requireView(viewAfterSignIn);
    if (mustBeShown) assertShown(t, view, situation);
    const state = findWalletState(view, situation.added);
    if (state === null) throw createHiddenStatesError();
    t.assert(
      state === 'verified',
      `expected the wallet to be verified, got ${state}`,
      view.response,
    );
    assertExistingStayVerified(t, view, situation);
    t.assert(
      situation.unverified === undefined ||
        findWalletState(view, situation.unverified) !== 'verified',
      'expected the other added wallet to stay unverified, got verified',
      view.response,
    );
    // If the added wallet is shown, the wallets that the user had before must be shown too.
    for (const wallet of situation.existingWallets) {
      t.assert(
        isWalletShown(view, wallet),
        'expected the previous wallet in the user read, got a user without it',
        view.response,
      );
    }
  },
});

function requireView(view: UserView | null): UserView {
  if (view === null || view.wallets === null) throw createHiddenStatesError();
  return view;
}

function assertShown(t: Attempt, view: UserView, { added }: AddedWallet['situation']): void {
  t.assert(
    isWalletShown(view, added),
    'expected the added wallet in the user read, as for other users, got a user without it',
    view.response,
  );
}

function assertExistingStayVerified(
  t: Attempt,
  view: UserView,
  { existingWallets }: AddedWallet['situation'],
): void {
  t.assert(
    areStillVerified(view, existingWallets),
    'expected verified wallets to stay verified, got an unverified wallet',
    view.response,
  );
}
