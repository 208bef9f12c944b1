import { randomBytes } from 'node:crypto';
import type { Fields } from '../answers/fields.ts';
import { check, section } from '../define-check.ts';
import type { Attempt } from '../attempt.ts';
import { refusedEmptyHanded } from '../answers/given-away.ts';
import { challengeOf, sessionJwtOf, userMaskOf } from '../answers/wallet-answers.ts';
import { commonStart } from '../answers/challenge-text.ts';
import type { Started } from '../parties/wallet-flows.ts';
import { SigningWallet } from '../parties/signing-wallet.ts';
import { withFlippedBit } from '../parties/spoiled-signatures.ts';
import { needsOthers, walletsOfTwo } from '../parties/two-wallets.ts';

const operation = 'authenticateWallet';

export const walletFlow = section('5.3', 'Wallet flow', [
  check(
    {
      requirement: '5.3.wallet.flow',
      operation,
      title: 'start, sign, authenticate brings a sessionJwt and a userMask, each time',
    },
    async (t) => {
      const wallet = t.flows.wallet();
      const first = await signsIn(t, wallet);
      const second = await signsIn(t, wallet);
      t.that(first['id'] === second['id'], 'the same wallet signs in two users');
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-signer-refused',
      operation,
      part: 'stranger',
      title: 'the challenge signed by another wallet is refused',
    },
    async (t) => {
      await t.around.control(operation);
      const stranger = SigningWallet.fresh();
      const { wallet } = await t.flows.signIn();
      // Of one that has signed in before, and of one that has not.
      for (const of of [wallet ?? undefined, undefined]) {
        const { fields, challenge } = await t.flows.start(of);
        const reply = await t.send(t.flows.app.authenticate(fields, stranger.sign(challenge)));
        refusedEmptyHanded(t, reply, 'a signature by another wallet');
      }
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-signer-refused',
      operation,
      part: 'changed',
      title: 'a signature with one bit changed is refused, in r, in s, in v',
    },
    async (t) => {
      await refusesSignatures(t, {
        'with a bit of r changed': (started) => withFlippedBit(signed(started), 'r'),
        'with a bit of s changed': (started) => withFlippedBit(signed(started), 's'),
        'of the other parity': (started) => withFlippedBit(signed(started), 'v'),
      });
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-signer-refused',
      operation,
      part: 'no-signature',
      title: 'what is no signature is refused: nothing, half of one, zeros, random bytes, a word',
    },
    async (t) => {
      await refusesSignatures(t, {
        'that is empty': () => '',
        'of which half is missing': (started) => signed(started).slice(0, 66),
        'of zeros': () => `0x${'00'.repeat(65)}`,
        'of random bytes': () => `0x${randomBytes(64).toString('hex')}1b`,
        'that is a word': () => 'signature',
        'that is the challenge itself': ({ challenge }) => challenge,
      });
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-message-refused',
      operation,
      part: 'text',
      title: 'a signature over another text is refused: none, the phrase alone, one character more',
    },
    async (t) => {
      const another = await t.flows.start();
      await refusesSignatures(t, {
        'over an empty text': ({ wallet }) => wallet.sign(''),
        'over the phrase alone': ({ wallet, challenge }) => {
          if (challenge === another.challenge) throw needsOthers();
          return wallet.sign(commonStart([challenge, another.challenge]));
        },
        'over the challenge and one character more': ({ wallet, challenge }) =>
          wallet.sign(`${challenge}A`),
        'over the address': ({ wallet }) => wallet.sign(wallet.address),
      });
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-message-refused',
      operation,
      part: 'challenge-of-another-wallet',
      title: 'a signature over the challenge of another wallet is refused',
    },
    async (t) => {
      await t.around.control(operation);
      const [mine, other] = walletsOfTwo(t);
      const theirs = await t.flows.start(other);
      const { fields, challenge } = await t.flows.start(mine);
      if (challenge === theirs.challenge) throw needsOthers();
      const reply = await t.send(t.flows.app.authenticate(fields, mine.sign(theirs.challenge)));
      refusedEmptyHanded(t, reply, 'a signature over the challenge of another wallet');
    },
  ),
  check(
    {
      requirement: '5.3.wallet.other-message-refused',
      operation,
      part: 'replaced-challenge',
      title: 'a signature over a challenge that was replaced is refused',
    },
    async (t) => {
      t.needsToKnow('wallet.challenge.outstanding');
      await t.around.control(operation);
      const wallet = t.flows.wallet();
      const first = await t.flows.start(wallet);
      await t.flows.start(wallet);
      const reply = await t.send(t.flows.app.authenticate(first.fields, signed(first)));
      t.decided(reply);
      if (t.dialect.wallet.challenge.outstanding === 'all') {
        t.observed('earlier challenges stay good here (wallet.challenge.outstanding)', reply);
        return;
      }
      refusedEmptyHanded(t, reply, 'a signature over a challenge that was replaced');
    },
  ),
  check(
    {
      requirement: '5.3.wallet.start-needed',
      operation,
      title: 'a wallet that asked for no challenge does not sign in, whatever it signs',
      alone: 'whileTheLastCounts',
    },
    async (t) => {
      await t.around.control(operation);
      const { challenge } = await t.flows.start();
      const wallet = t.flows.strangersSignUp
        ? SigningWallet.fresh()
        : (await t.flows.withAddedWallet()).added;
      for (const message of [challenge, '', 'undefined']) {
        const call = t.flows.app.authenticate(t.flows.fields(wallet), wallet.sign(message));
        refusedEmptyHanded(t, await t.send(call), 'a signature of a wallet that has no challenge');
      }
    },
  ),
]);

/** @returns the userMask */
async function signsIn(t: Attempt, wallet: SigningWallet): Promise<Fields> {
  const { app } = t.flows;
  const fields = t.flows.fields(wallet);
  const started = await t.send(app.start(fields));
  t.accepted(started, 'start');
  const reply = await t.send(app.authenticate(fields, wallet.sign(challengeOf(t, started))));
  t.accepted(reply, 'authenticate with the signed challenge');
  sessionJwtOf(t, reply);
  return userMaskOf(t, reply);
}

function signed({ wallet, challenge }: Started): string {
  return wallet.sign(challenge);
}

/** Asserts that each signature is refused, over a challenge that is still good. */
async function refusesSignatures(
  t: Attempt,
  signatures: Readonly<Record<string, (started: Started) => string>>,
): Promise<void> {
  await t.around.control(operation);
  const survives = t.dialect.wallet.challenge.onBadSignature === 'keep';
  let started = await t.flows.start();
  for (const [what, signatureOf] of Object.entries(signatures)) {
    const call = t.flows.app.authenticate(started.fields, signatureOf(started));
    refusedEmptyHanded(t, await t.send(call), `a signature ${what}`);
    if (!survives) started = await t.flows.start(started.wallet);
  }
}
