/** Checks valid and invalid wallet sign-ins in each context (§5.3). */
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { createUserMissingError, findReportedUser } from '../responses/reported-user.ts';
import { assertChallenge, assertOperationFields } from '../responses/wallet-responses.ts';
import type { Attempt } from '../attempt.ts';
import { check } from '../define-check.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { pickSecondStartableWallet } from '../actors/several-users.ts';
import { walletContexts } from '../contexts/wallet-contexts.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { observeWalletSignIn, type WrongSignature } from '../observations/wallet-sign-ins.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { usedChallenges } from './used-challenges.ts';
import { runConcurrently, sendConcurrently } from '../observations/run-concurrently.ts';

const operation = 'authenticateWallet';

/** Each context is created once and shared by the rules. */
const signIns = walletContexts.map((context) => ({
  ...context,
  prepare: (t: Attempt) => observeWalletSignIn(t, context),
}));

export const walletFlowInContexts = [
  ...checkInContexts(signIns, {
    requirement: '5.3.wallet.flow',
    operation,
    title: 'returns a sessionJwt and the userMask of the owner for the signed challenge',
    async run(t, { situation: { allowedRejection, userId }, start, valid }) {
      if (!start.accepted && allowedRejection !== undefined) throw createRejectedWalletError(start);
      t.assertAccepted(start, 'start');
      assertChallenge(t, start);
      if (valid === null) return;
      if (!valid.accepted && allowedRejection === 'at any step')
        throw createRejectedWalletError(valid);
      t.assertAccepted(valid, 'authenticate with the signed challenge');
      assertOperationFields(t, operation, valid);
      const reported = findReportedUser(t, valid);
      t.assert(
        userId === null || reported === null || reported === userId,
        `expected the user ${String(userId)}, got another user for the same wallet: ${String(reported)}`,
        valid,
      );
    },
  }),
  ...checkInContexts(signIns, {
    requirement: '5.3.wallet.other-signer-refused',
    title: 'rejects invalid signatures, such as a signature by another wallet',
    run: (t, { invalidSignatures, valid }) => assertNoneAccepted(t, invalidSignatures, valid),
  }),
  ...checkInContexts(signIns, {
    requirement: '5.3.wallet.other-message-refused',
    title: 'rejects a signature over another challenge',
    run: (t, { otherMessages, valid }) => assertNoneAccepted(t, otherMessages, valid),
  }),
  ...checkInContexts(signIns, {
    requirement: '5.3.wallet.used-challenge-refused',
    title: 'rejects a used challenge',
    async run(t, { valid, repeated }) {
      await t.ctx.requireWorking(operation);
      t.requireKnown('wallet.challenge.reuse');
      if (repeated === null) throw createMissingSignInError(valid);
      assertRejectedWithoutData(t, repeated, 'a used challenge');
    },
  }),
  ...usedChallenges,
  check({
    requirement: '4.2.operation.authenticates',
    part: 'concurrently',
    title: 'creates one user when a new wallet signs in through two clients at the same time',
    async run(t) {
      const { app } = t;
      t.requireNewUsers();
      const second = await getSecondApp(t);
      const wallet = t.pickWallet();
      const requests = [
        await t.createSignedRequest(wallet, app),
        await t.createSignedRequest(wallet, second),
      ];
      const responses = await sendConcurrently(t, requests);
      for (const response of responses) t.requireServiceResponse(response);
      // The second start may replace the challenge of the first client, so one may be rejected.
      const { response: laterSignIn } = await t.signIn(wallet);
      const reported = [...responses, laterSignIn]
        .filter((response) => response.accepted)
        .flatMap((response) => findReportedUser(t, response) ?? []);
      if (reported.length < 2) throw createUserMissingError(laterSignIn);
      const userCount = new Set(reported).size;
      t.assert(
        userCount === 1,
        `expected one user for one wallet, got ${userCount}`,
        ...responses,
        laterSignIn,
      );
    },
  }),
  check({
    requirement: '2.3.challenge.random-part',
    part: 'concurrently',
    title:
      'returns a separate challenge to each simultaneous start of different wallets and clients',
    async run(t) {
      const { app } = t;
      const second = t.ctx.secondApp === null ? app : await getSecondApp(t);
      // The second and third are two new wallets, or the same declared wallet.
      const wallets = [
        t.pickStartableWallet(),
        pickSecondStartableWallet(t),
        pickSecondStartableWallet(t),
      ];
      const distinctWallets = new Map(wallets.map((wallet) => [wallet.address, wallet]));
      const started = await runConcurrently(
        t,
        [...distinctWallets.values()].map(
          (wallet, index) => () => t.start(wallet, index === 1 ? second : app),
        ),
      );
      t.assert(
        new Set(started.map(({ challenge }) => challenge)).size === started.length,
        'expected a separate challenge for each wallet, got two equal challenges',
        ...started.map(({ response }) => response),
      );
    },
  }),
];

async function assertNoneAccepted(
  t: Attempt,
  signatures: readonly WrongSignature[],
  valid: HttpResponse | null,
): Promise<void> {
  await t.ctx.requireWorking(operation);
  for (const { description, response } of signatures)
    assertRejectedWithoutData(t, response, description);
  if (signatures.length === 0) throw createMissingSignInError(valid);
}

function createMissingSignInError(valid: HttpResponse | null): NotTested {
  return valid?.accepted === true
    ? createInapplicable('challenges are identical or can be used again')
    : new NotTested('a required wallet sign-in is rejected', 'contract');
}

function createRejectedWalletError({ status }: HttpResponse): NotTested {
  return createInapplicable(`the deployment rejects this wallet identity with ${status}`);
}
