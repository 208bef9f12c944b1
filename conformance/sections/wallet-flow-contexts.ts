/** §5.3 in its contexts: which sign-ins by wallet work, and which have to be rejected. */
import { refusedEmptyHanded } from '../responses/given-away.ts';
import { needsTold, userTold } from '../responses/user-told.ts';
import { challengeOf, givesWhatIsListed } from '../responses/wallet-answers.ts';
import type { Attempt } from '../attempt.ts';
import { check } from '../define-check.ts';
import { inContexts } from '../contexts/in-contexts.ts';
import { otherWallet, walletContexts } from '../contexts/wallet-contexts.ts';
import { NotTested } from '../outcomes.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import { walletSignIn, type WrongSignature } from '../observations/wallet-sign-ins.ts';
import type { Reply } from '../target/call.ts';
import { usedChallenges } from './used-challenges.ts';
import { concurrently } from '../observations/concurrently.ts';

const operation = 'authenticateWallet';

/** Each context is brought about once; the rules look at the same sign-in. */
const signIns = walletContexts.map((context) => ({
  ...context,
  reach: (t: Attempt) => walletSignIn(t, context),
}));

export const walletFlowInContexts = [
  ...inContexts(
    {
      requirement: '5.3.wallet.flow',
      operation,
      title: 'returns a sessionJwt and the userMask of the owner for the signed challenge',
    },
    signIns,
    async (t, { situation: { mayBeRejected, userId }, start, right }) => {
      if (!start.accepted && mayBeRejected !== undefined) throw needsWallet(start);
      t.accepted(start, 'start');
      challengeOf(t, start);
      if (right === null) return;
      if (!right.accepted && mayBeRejected === 'anywhere') throw needsWallet(right);
      t.accepted(right, 'authenticate with the signed challenge');
      givesWhatIsListed(t, operation, right);
      const told = userTold(t, right);
      t.that(
        userId === null || told === null || told === userId,
        `expected the user ${String(userId)}, got another user for the same wallet: ${String(told)}`,
        right,
      );
    },
  ),
  ...inContexts(
    {
      requirement: '5.3.wallet.other-signer-refused',
      operation,
      title: 'rejects a signature by another wallet, and half of the correct one',
    },
    signIns,
    async (t, { byOthers, right }) => rejected(t, byOthers, right),
  ),
  ...inContexts(
    {
      requirement: '5.3.wallet.other-message-refused',
      operation,
      title: 'rejects a signature over another challenge',
    },
    signIns,
    async (t, { overOthers, right }) => rejected(t, overOthers, right),
  ),
  ...inContexts(
    {
      requirement: '5.3.wallet.used-challenge-refused',
      operation,
      title: 'rejects a used challenge',
    },
    signIns,
    async (t, { right, again }) => {
      await t.around.control(operation);
      t.needsToKnow('wallet.challenge.reuse');
      if (again === null) throw needsSignIn(right);
      refusedEmptyHanded(t, again, 'a used challenge');
    },
  ),
  ...usedChallenges,
  check(
    {
      requirement: '4.2.call.authenticates',
      operation,
      part: 'concurrently',
      title: 'creates one user when a new wallet signs in through two clients at the same time',
    },
    async (t) => {
      const { app, strangersSignUp } = t.flows;
      if (!strangersSignUp)
        throw new NotTested('needs a deployment that creates users for new wallets', 'dialect');
      const second = await workingSecondApp(t, null);
      const wallet = t.flows.wallet();
      const calls = [
        await t.flows.signedCall(wallet, app),
        await t.flows.signedCall(wallet, second),
      ];
      const replies = await concurrently(
        t,
        calls.map((call) => () => t.send(call)),
      );
      for (const reply of replies) t.decided(reply);
      const { reply: later } = await t.flows.signIn(wallet);
      // A deployment may have replaced the challenge of the first client.
      const told = [...replies, later]
        .filter((reply) => reply.accepted)
        .flatMap((reply) => userTold(t, reply) ?? []);
      if (told.length < 2) throw needsTold(later);
      t.that(
        new Set(told).size === 1,
        `expected one user for one wallet, got ${new Set(told).size}`,
        ...replies,
        later,
      );
    },
  ),
  check(
    {
      requirement: '2.3.challenge.random-part',
      operation: 'startWalletAuth',
      part: 'concurrently',
      title: 'returns a separate challenge for each simultaneous start of wallets and clients',
    },
    async (t) => {
      const { app } = t.flows;
      const second = t.around.secondApp === null ? app : await workingSecondApp(t, null);
      const wallets = [t.flows.startableWallet(), otherWallet(t), otherWallet(t)];
      const different = new Map(wallets.map((wallet) => [wallet.address, wallet]));
      const started = await concurrently(
        t,
        [...different.values()].map(
          (wallet, index) => () => t.flows.start(wallet, index === 1 ? second : app),
        ),
      );
      t.that(
        new Set(started.map(({ challenge }) => challenge)).size === started.length,
        'expected a separate challenge for each wallet, got the same one for two',
        ...started.map(({ reply }) => reply),
      );
    },
  ),
];

async function rejected(
  t: Attempt,
  wrong: readonly WrongSignature[],
  right: Reply | null,
): Promise<void> {
  await t.around.control(operation);
  for (const { what, reply } of wrong) refusedEmptyHanded(t, reply, what);
  if (wrong.length === 0) throw needsSignIn(right);
}

function needsSignIn(right: Reply | null): NotTested {
  return right?.accepted === true
    ? new NotTested('needs challenges that differ and are used once', 'dialect')
    : new NotTested('needs an accepted sign-in', 'contract');
}

function needsWallet({ status }: Reply): NotTested {
  return new NotTested(
    `needs a deployment that accepts this wallet identity: it is rejected with ${status}`,
    'dialect',
  );
}
