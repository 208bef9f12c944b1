import { findText } from '../responses/fields.ts';
import { check, section } from '../define-check.ts';
import { createInapplicable } from '../check-errors.ts';
import type { Attempt } from '../attempt.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import {
  createHiddenStatesError,
  findWalletState,
  readUntilShown,
  showsUnverifiedWallets,
} from '../observations/added-wallets.ts';
import { findShownState, findShownWallet } from '../responses/shown-wallet.ts';
import { assertOperationFields, assertUserMask } from '../responses/wallet-responses.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { UserView } from '../actors/user-view.ts';
import type { Started } from '../actors/wallet-flows.ts';
import { listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { assertValidAccepted } from '../actors/valid-requests.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { pollUntil } from '../observations/poll-until.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { unverifiedInContexts, verifiedInContexts } from './added-wallet-checks.ts';
import { otpOperations, channels } from '../actors/operations.ts';

/** Number of user reads that must show an added wallet in the same state. */
const READ_COUNT = 6;

/** Exclusivity of checks that add a wallet (§4.3); the default for the operation addWalletToUser. */
const exclusive = 'unlessSessionIdentifiesUser';

/** Adds a wallet and signs in by that wallet; returns the start response if it has no challenge. */
const verifyWallet = memoizePerRun<{ user: SignedIn; response: HttpResponse }>(async (t) => {
  await t.ctx.requireWorking('authenticateWallet');
  const { user, added } = await t.addNewWallet();
  return { user, response: await t.trySignIn(added, t.getFields(added)) };
});

export const walletStates = section('3', 'States of a wallet', [
  unverifiedInContexts,
  verifiedInContexts,
  check({
    requirement: '3.wallet.added-unverified',
    title: 'an added wallet can be verified and signs in its user',
    async run(t) {
      await assertValidAccepted(t, 'addWalletToUser');
      const { user, response } = await verifyWallet(t);
      t.assertAccepted(response, 'the sign-in by an added wallet');
      assertBelongsTo(t, user, response);
    },
  }),
  check({
    requirement: '3.wallet.added-unverified',
    part: 'of-another',
    title: 'a wallet that another user verified is not verified for the user who adds it',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      t.requireKnown('user.names.wallets');
      // The owner may lose the wallet, so the check does not use a declared wallet.
      const { wallet: owned, user: owner } = await t.signInNewWallet();
      const user = await t.signInOtherUser(owner);
      const response = await t.sendToService(t.createAddRequest(user, t.getFields(owned)));
      const view = await t.read(user);
      t.assert(
        findWalletState(view, owned) !== 'verified',
        'expected an added wallet of another user to be unverified, got verified',
        view.response,
        response,
      );
    },
  }),
  check({
    requirement: '3.wallet.stays-unverified',
    operation: 'authenticateWallet',
    title: 'rejects a signature for an added wallet by another wallet of the same user',
    exclusive,
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const { user, added } = await t.addNewWallet();
      const { fields, challenge } = await t.start(added);
      const otherSignature = (user.wallet ?? SigningWallet.create()).sign(challenge);
      const response = await t.send(t.app.createSignInRequest(fields, otherSignature));
      assertRejectedWithoutData(t, response, 'a signature by the verified wallet of the same user');
    },
  }),
  check({
    requirement: '3.wallet.stays-unverified',
    operation: 'addWalletToUser',
    part: 'shown',
    title: 'shows wallets in the same state after start and after another wallet signed in',
    async run(t) {
      const { user, added } = await t.addNewWallet();
      await assertState(t, user, added, 'unverified', 'an added wallet');
      for (const wallet of [added, user.wallet].filter((one) => one !== null)) {
        for (const kind of listAcceptedKinds(t)) {
          await t.sendToService(t.app.createStartRequest(t.getFields(wallet, kind)));
        }
      }
      await assertState(t, user, added, 'unverified', 'a wallet after start only');
      if (user.wallet !== null)
        await assertState(t, user, user.wallet, 'verified', 'a verified wallet after start');
      const later = await t.signIn(user.wallet ?? undefined);
      await assertState(t, later, added, 'unverified', 'a wallet after another wallet signed in');
    },
  }),
  check({
    requirement: '3.wallet.stays-unverified',
    operation: 'getUser',
    part: 'after-reads',
    title: 'shows an added wallet in the same state in every user read',
    exclusive,
    async run(t) {
      t.requireKnown('user.names.wallets');
      const { user, added } = await t.addNewWallet();
      const isShown = await showsUnverifiedWallets(t);
      const view = isShown ? await readUntilShown(t, user, [added]) : null;
      const first = view && findWalletState(view, added);
      if (first === null) throw createHiddenStatesError();
      for (let reads = 1; reads < READ_COUNT; reads += 1) {
        const readState = (read: UserView) => findWalletState(read, added) ?? 'no wallet';
        const laterView = await pollUntil(
          t,
          () => t.read(user),
          (read) => readState(read) === first,
        );
        const state = readState(laterView);
        t.assert(
          state === first,
          `expected ${first} as in the first user read, got ${state}`,
          laterView.response,
        );
      }
    },
  }),
  channels.map((channel) =>
    check({
      requirement: '3.wallet.stays-unverified',
      operation: otpOperations[channel].authenticate,
      part: `after-a-code/${channel}`,
      title: 'a sign-in by code does not change the wallets of the user',
      exclusive,
      async run(t) {
        t.requireKnown('user.names.wallets');
        if (!t.createsUsers)
          throw createInapplicable('the deployment creates no users for new numbers or addresses');
        const destination = t.getDestination(channel);
        const codeUser = await t.signInByOtp(channel, destination);
        const { added: firstWallet } = await t.addNewWallet(codeUser);
        const user = await t.signIn(firstWallet);
        const { added: secondWallet } = await t.addNewWallet(user);
        const describeState = (view: UserView, { address }: SigningWallet) => {
          const wallet = findShownWallet(view, address);
          return wallet === null ? 'not shown' : (findShownState(wallet) ?? 'shown');
        };
        const describeStates = (view: UserView) =>
          `${describeState(view, firstWallet)} and ${describeState(view, secondWallet)}`;
        const shown = [firstWallet, ...((await showsUnverifiedWallets(t)) ? [secondWallet] : [])];
        const before = (await readUntilShown(t, user, shown)) ?? (await t.read(user));
        const later = await t.signInByOtp(channel, destination);
        const expected = describeStates(before);
        const after = await pollUntil(
          t,
          () => t.read(later.session === null ? user : later),
          (view) => describeStates(view) === expected,
        );
        const states = describeStates(after);
        if (expected === 'not shown and not shown')
          throw createInapplicable('the user read shows no wallets');
        t.assert(
          describeState(before, secondWallet) !== 'verified',
          'expected an unverified wallet after addToUser, got a verified wallet',
          before.response,
        );
        t.assert(
          states === expected,
          `expected the same wallets after a sign-in by code, got ${states} instead of ${expected}`,
          before.response,
          after.response,
        );
      },
    }),
  ),
  check({
    requirement: '3.wallet.authenticate-verifies',
    title: 'returns the session and userMask of the owner when an added wallet signs its challenge',
    exclusive,
    async run(t) {
      const { user, response } = await verifyWallet(t);
      t.assertAccepted(response, 'the sign-in by an added wallet');
      assertOperationFields(t, 'authenticateWallet', response);
      assertBelongsTo(t, user, response);
    },
  }),
  check({
    requirement: '3.wallet.bad-signature-changes-nothing',
    title: 'signs in the same user after an invalid signature',
    exclusive,
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const wallet = t.pickWallet();
      const user = await t.signIn(wallet);
      await sendBadSignature(t, wallet);
      await assertSignsIn(t, user, wallet);
    },
  }),
  check({
    requirement: '3.wallet.bad-signature-changes-nothing',
    part: 'added',
    title: 'an added wallet stays unverified and with its user after an invalid signature',
    exclusive,
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const { user, added } = await t.addNewWallet();
      await sendBadSignature(t, added);
      await sendBadSignature(t, added, 'half of a valid signature');
      await assertSignsIn(t, user, added);
    },
  }),
  check({
    requirement: '3.wallet.bad-signature-changes-nothing',
    part: 'shown',
    title: 'an invalid signature does not change which wallets are verified',
    exclusive,
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const { user, added } = await t.addNewWallet();
      await sendBadSignature(t, added);
      const description = 'a wallet after a signature by another wallet';
      await assertState(t, user, added, 'unverified', description);
      if (user.wallet === null) return;
      await sendBadSignature(t, user.wallet);
      await assertState(t, user, user.wallet, 'verified', description);
    },
  }),
]);

async function assertSignsIn(t: Attempt, user: SignedIn, wallet: SigningWallet): Promise<void> {
  const response = await t.trySignIn(wallet, t.getFields(wallet));
  t.assertAccepted(response, 'the sign-in after an invalid signature');
  assertBelongsTo(t, user, response);
}

function assertBelongsTo(t: Attempt, user: SignedIn, response: HttpResponse): void {
  t.assert(
    findText(assertUserMask(t, response), 'id') === user.userId,
    'expected the owner of the wallet to sign in, got another user',
    response,
    user.response,
  );
}

async function sendBadSignature(
  t: Attempt,
  wallet: SigningWallet,
  description: keyof typeof badSignatures = 'a signature by another wallet',
): Promise<void> {
  const started = await t.start(wallet);
  const signature = badSignatures[description](started);
  assertRejectedWithoutData(
    t,
    await t.send(t.app.createSignInRequest(started.fields, signature)),
    description,
  );
}

const badSignatures = {
  'a signature by another wallet': ({ challenge }: Started) =>
    SigningWallet.create().sign(challenge),
  'half of a valid signature': ({ wallet, challenge }: Started) =>
    wallet.sign(challenge).slice(0, 66),
};

async function assertState(
  t: Attempt,
  user: SignedIn,
  wallet: SigningWallet,
  expected: 'verified' | 'unverified',
  description: string,
): Promise<void> {
  t.requireKnown('user.names.wallets');
  if (!(await showsUnverifiedWallets(t))) throw createHiddenStatesError();
  // A read that shows a wallet added now also shows all earlier changes.
  const { added: newWallet } = await t.addNewWallet(user);
  const view = (await readUntilShown(t, user, [wallet, newWallet])) ?? (await t.read(user));
  const state = findWalletState(view, wallet);
  if (state === null) {
    t.addEvidence(view.response);
    throw createHiddenStatesError();
  }
  t.assert(
    state === expected,
    `expected ${description} to be ${expected} in the user read, got ${state}`,
    view.response,
  );
}
