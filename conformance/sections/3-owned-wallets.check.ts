import { findText, findUserMask } from '../responses/fields.ts';
import { check, section } from '../define-check.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { areStillVerified } from '../observations/added-wallets.ts';
import { requireAccepted } from '../observations/otp-requests.ts';
import { runConcurrently } from '../observations/run-concurrently.ts';
import { createInapplicable } from '../check-errors.ts';
import { listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';

export const ownedWallets = section('3', 'Wallets of other users', [
  check({
    requirement: '3.wallet.authenticate-verifies',
    operation: 'addWalletToUser',
    part: 'added-again',
    title: 'a verified wallet stays verified and with its user if the user adds it again',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      const { wallet, user: owner } = await t.signInNewWallet();
      const user = await t.signInWithSession(wallet);
      const response = await t.sendToService(t.createAddRequest(user, t.getFields(wallet)));
      t.assertNoServerError(response, 'addToUser for a wallet that the user owns');
      const view = t.isDetected('user.names.wallets') ? await t.read(user) : null;
      t.assert(
        view === null || areStillVerified(view, [wallet]),
        'expected the wallet to stay verified after adding it again, got unverified',
        response,
        view?.response,
      );
      const laterSignIn = await t.signIn(wallet);
      t.assert(
        laterSignIn.userId === owner.userId,
        'expected the owner of the wallet after adding it again, got another user',
        response,
        laterSignIn.response,
      );
    },
  }),
  check({
    requirement: '3.wallet.added-unverified',
    part: 'owned',
    title: 'a wallet stays with its owner if addToUser rejects it for another user',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      t.requireKnown('wallet.addOwned');
      if (t.dialect.wallet.addOwned !== 'reject') {
        throw createInapplicable('the deployment accepts wallets of other users');
      }
      for (const kind of listAcceptedKinds(t)) {
        const getFields = (wallet: SigningWallet) => t.getFields(wallet, kind);
        const { wallet: owned, user: owner } = await t.signInNewWallet(getFields);
        const fields = getFields(owned);
        const other = await t.signInOtherUser(owner);
        const addRequest = t.createAddRequest(other, fields);
        const rejection = await t.send(addRequest);
        t.assertRejected(rejection, `addToUser for a wallet of another user on ${kind}`);
        const response = await t.send(addRequest);
        t.assertRejected(response, `a second addToUser for a wallet of another user on ${kind}`);
        const laterSignIn = await t.trySignIn(owned, fields);
        t.assertAccepted(laterSignIn, 'the sign-in by the owner');
        t.assert(
          findText(findUserMask(laterSignIn.body), 'id') === owner.userId,
          'expected the owner of the wallet, got another user after that user tried to add it',
          response,
          laterSignIn,
        );
      }
    },
  }),
  check({
    requirement: '3.wallet.added-unverified',
    part: 'concurrently-by-two-users',
    title:
      'accepts only one of two simultaneous requests of different users to add the same wallet',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      if (!t.ctx.knowledge.bearers.sessionIdentifiesUser) {
        throw createInapplicable('the session does not identify the user');
      }
      const user = await t.signInWithSession();
      const other = await t.signInOtherUser(user);
      const addAs = (adder: SignedIn, wallet: SigningWallet) => () =>
        t.send(t.createAddRequest(adder, t.getFields(wallet)));
      const [sequentialWallet, concurrentWallet] = SigningWallet.createSimilarPair();
      const first = await addAs(user, sequentialWallet)();
      requireAccepted(first);
      const second = await addAs(other, sequentialWallet)();
      t.requireServiceResponse(second);
      if (second.accepted) {
        throw createInapplicable('the deployment accepts wallets of other users');
      }
      const responses = await runConcurrently(t, [
        addAs(user, concurrentWallet),
        addAs(other, concurrentWallet),
      ]);
      for (const response of responses) t.requireServiceResponse(response);
      t.assertNever(
        responses.every(({ accepted }) => accepted),
        'expected one of two simultaneous requests to be rejected, got two accepted; of two consecutive requests, the second is rejected',
        second,
        ...responses,
      );
    },
  }),
]);
