/** Checks valid and invalid wallet sign-ins in each context, and used challenges (§5.3). */
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { findReportedUser } from '../responses/reported-user.ts';
import { assertChallenge, assertOperationFields } from '../responses/wallet-responses.ts';
import type { Attempt } from '../attempt.ts';
import { check } from '../define-check.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { assertSignsUpOnce } from '../contexts/linked-accounts.ts';
import type { App } from '../actors/app.ts';
import { pickSecondStartableWallet } from '../actors/several-users.ts';
import { walletContexts } from '../contexts/wallet-contexts.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { observeWalletSignIn, type WrongSignature } from '../observations/wallet-sign-ins.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { runConcurrently, sendConcurrently } from '../observations/run-concurrently.ts';

const operation = 'authenticateWallet';
const usedChallengeRule = '5.3.wallet.used-challenge-refused';

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
    requirement: usedChallengeRule,
    title: 'rejects a used challenge',
    async run(t, { valid, repeated }) {
      await t.ctx.requireWorking(operation);
      t.requireKnown('wallet.challenge.reuse');
      if (repeated === null) throw createMissingSignInError(valid);
      assertRejectedWithoutData(t, repeated, 'a used challenge');
    },
  }),
  check({
    requirement: usedChallengeRule,
    part: 'other-signature',
    title:
      'rejects a used challenge with the other valid signature of the same key: high s (EIP-2)',
    async run(t) {
      await requireSingleUse(t);
      const { wallet, fields, challenge } = await t.start();
      const { app } = t;
      t.assertAccepted(
        await t.send(app.createSignInRequest(fields, wallet.sign(challenge))),
        'the sign-in',
      );
      const again = await t.send(app.createSignInRequest(fields, wallet.signHighS(challenge)));
      assertRejectedWithoutData(t, again, 'a used challenge with the other signature of the key');
    },
  }),
  check({
    requirement: usedChallengeRule,
    part: 'after-other-requests',
    title: 'rejects a used challenge after other requests of the same and other users',
    exclusive: 'unlessSessionIdentifiesUser',
    async run(t) {
      await requireSingleUse(t);
      const user = await t.signInWithSession();
      const { secondApp } = t.ctx;
      const steps: Readonly<Record<string, () => Promise<unknown>>> = {
        'no other request': () => Promise.resolve(),
        'another challenge of the wallet': () => t.start(user.wallet ?? undefined),
        'an added wallet': () => t.addNewWallet(user),
        'a challenge of another wallet': () => t.start(pickSecondStartableWallet(t)),
        ...(secondApp !== null && {
          'a sign-in by the second client': () => t.signIn(user.wallet ?? undefined, secondApp),
        }),
      };
      for (const [description, step] of Object.entries(steps)) {
        await step();
        const again = await t.send(user.response.request);
        assertRejectedWithoutData(t, again, `a used challenge after ${description}`);
      }
    },
  }),
  check({
    requirement: usedChallengeRule,
    part: 'same-for-returning-wallets',
    title:
      'accepts a used challenge of a returning wallet if a used challenge of a new wallet is accepted',
    async run(t) {
      await t.ctx.requireWorking(operation);
      t.requireKnown('wallet.challenge.reuse');
      if (t.dialect.wallet.challenge.reuse === 'reject') {
        throw createInapplicable('the deployment accepts a challenge once');
      }
      const { wallet } = await t.signIn();
      const { response } = await t.signIn(wallet ?? undefined);
      const repeated = await t.sendToService(response.request);
      t.assert(
        repeated.accepted,
        `expected 200, got ${repeated.status}: the deployment accepts the used challenge of a new wallet, but not of a returning wallet`,
        response,
        repeated,
      );
    },
  }),
  ...[
    {
      part: 'concurrently',
      challenge: 'one challenge',
      getApp: (t: Attempt) => Promise.resolve(t.app),
    },
    {
      part: 'second-client-concurrently',
      challenge: 'one challenge of a second client',
      getApp: getSecondApp,
    },
  ].map(({ part, challenge, getApp }) =>
    check({
      requirement: usedChallengeRule,
      part,
      title: `accepts at most one of several simultaneous requests with signatures of ${challenge}`,
      async run(t) {
        await requireSingleUse(t);
        await assertOneAccepted(t, await getApp(t));
      },
    }),
  ),
  check({
    requirement: '4.2.operation.authenticates',
    part: 'concurrently',
    title: 'creates one user when a new wallet signs in through two clients at the same time',
    run: assertSignsUpOnce,
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

async function requireSingleUse(t: Attempt): Promise<void> {
  await t.ctx.requireWorking(operation);
  t.requireKnown('wallet.challenge.reuse');
  if (t.dialect.wallet.challenge.reuse === 'reject') return;
  throw createInapplicable('the deployment accepts a challenge again');
}

async function assertOneAccepted(t: Attempt, app: App): Promise<void> {
  const request = await t.createSignedRequest(undefined, app);
  const responses = await sendConcurrently(t, [request, request, request]);
  for (const response of responses) t.requireServiceResponse(response);
  const accepted = responses.filter((response) => response.accepted);
  t.assert(
    accepted.length <= 1,
    `expected at most one accepted request, got ${accepted.length} of ${responses.length} simultaneous requests`,
    ...accepted,
  );
}
