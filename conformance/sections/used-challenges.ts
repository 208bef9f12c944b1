/** Checks that a used challenge remains invalid after any further request (§5.3). */
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { createInapplicable } from '../check-errors.ts';
import { pickSecondStartableWallet } from '../actors/several-users.ts';
import { sendConcurrently } from '../observations/run-concurrently.ts';
import { getSecondApp } from '../observations/second-client.ts';
import type { App } from '../actors/app.ts';

const requirement = '5.3.wallet.used-challenge-refused';
const operation = 'authenticateWallet';

async function requireSingleUse(t: Attempt): Promise<void> {
  await t.ctx.requireWorking(operation);
  t.requireKnown('wallet.challenge.reuse');
  if (t.dialect.wallet.challenge.reuse === 'reject') return;
  throw createInapplicable('the deployment accepts a challenge again');
}

export const usedChallenges: readonly Check[] = [
  check({
    requirement,
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
    requirement,
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
    requirement,
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
      requirement,
      part,
      title: `accepts at most one of several simultaneous requests with signatures of ${challenge}`,
      async run(t) {
        await requireSingleUse(t);
        await assertOneAccepted(t, await getApp(t));
      },
    }),
  ),
];

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
