import { randomBytes } from 'node:crypto';
import { check, section } from '../define-check.ts';
import type { Attempt } from '../attempt.ts';
import { createSettingError } from '../check-errors.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { findCommonPrefix } from '../../src/judge/challenge-text.ts';
import type { Started } from '../actors/wallet-flows.ts';
import { SigningWallet, withFlippedBit } from '../actors/signing-wallet.ts';
import { findText } from '../responses/fields.ts';
import { withBearer, withFields, type HttpRequest } from '../target/http-request.ts';
import { swapCase } from '../target/similar-secrets.ts';
import { createEqualChallengesError, pickSecondStartableWallet } from '../actors/several-users.ts';
import { walletFlowInContexts } from './wallet-flow-contexts.ts';

const operation = 'authenticateWallet';

/** Fields from which a faulty server may read the signed text. */
const TEXT_FIELDS = ['challenge', 'message', 'nonce', 'text'];

export const walletFlow = section('5.3', 'Wallet flow', [
  ...walletFlowInContexts,
  check({
    requirement: '5.3.wallet.other-signer-refused',
    part: 'changed',
    title: 'rejects a signature with one bit of r, s or v changed',
    async run(t) {
      await assertSignaturesRefused(t, {
        'with a bit of r changed': (started) => withFlippedBit(sign(started), 'r'),
        'with a bit of s changed': (started) => withFlippedBit(sign(started), 's'),
        'with the other parity': (started) => withFlippedBit(sign(started), 'v'),
      });
    },
  }),
  check({
    requirement: '5.3.wallet.other-signer-refused',
    part: 'no-signature',
    title: 'rejects an invalid signature: empty, truncated, zeros, random bytes, a word',
    async run(t) {
      await assertSignaturesRefused(t, {
        'that is empty': () => '',
        'of which half is missing': (started) => sign(started).slice(0, 66),
        'of zeros': () => `0x${'00'.repeat(65)}`,
        'of random bytes': () => `0x${randomBytes(64).toString('hex')}1b`,
        'that is a word': () => 'signature',
        'that is the challenge': ({ challenge }) => challenge,
      });
    },
  }),
  check({
    requirement: '5.3.wallet.other-message-refused',
    part: 'text',
    title:
      'rejects a signature over another text: empty, part of the challenge, upper and lower case swapped, one more character',
    async run(t) {
      const { challenge: otherChallenge } = await t.start();
      const findPhrase = (challenge: string) => {
        if (challenge === otherChallenge) throw createEqualChallengesError();
        // The random parts may start with the same text, so the phrase ends at the last character that is not URL-safe.
        return /^.*[^\w-]/s.exec(findCommonPrefix([challenge, otherChallenge]))?.[0] ?? '';
      };
      await assertSignaturesRefused(t, {
        'over an empty text': ({ wallet }) => wallet.sign(''),
        'over the challenge and one more character': ({ wallet, challenge }) =>
          wallet.sign(`${challenge}A`),
        'over the challenge and a line feed': ({ wallet, challenge }) =>
          wallet.sign(`${challenge}\n`),
        'over the challenge with upper and lower case swapped': signChanged(swapCase),
        'over the address': ({ wallet }) => wallet.sign(wallet.address),
        'over only the phrase': ({ wallet, challenge }) => wallet.sign(findPhrase(challenge)),
        'over only the phrase without white space at its end': ({ wallet, challenge }) =>
          wallet.sign(findPhrase(challenge).trim()),
        'over only the random part': signChanged((challenge) =>
          challenge.slice(findPhrase(challenge).length),
        ),
      });
    },
  }),
  check({
    requirement: '5.3.wallet.other-message-refused',
    part: 'text-of-the-client',
    title: 'rejects a signature over a text that the request contains',
    async run(t) {
      await t.ctx.requireWorking(operation);
      const wallet = t.pickWallet();
      const fields = t.getFields(wallet);
      const text = randomBytes(32).toString('base64url');
      const withText = (request: HttpRequest, value: string) =>
        withFields(request, TEXT_FIELDS, value);
      const response = await t.send(withText(t.app.createStartRequest(fields), text));
      t.assert(
        !String(findText(response.body, 'challenge')).includes(text),
        'expected a challenge created by the service, got a challenge that contains a text of the request',
        response,
      );
      const { challenge } = await t.start(wallet);
      const longerText = `I agree. ${challenge}`;
      const request = t.app.createSignInRequest(fields, wallet.sign(longerText));
      const longerResponse = await t.send(withText(request, longerText));
      assertRejectedWithoutData(t, longerResponse, 'a signature over a longer text');
    },
  }),
  check({
    requirement: '5.3.wallet.other-signer-refused',
    part: 'of-its-own-challenge',
    title: 'rejects the signature of another wallet over the challenge of that wallet',
    async run(t) {
      const other = await t.start(pickSecondStartableWallet(t));
      await assertSignaturesRefused(t, {
        'by another wallet over its own challenge': () => sign(other),
      });
    },
  }),
  check({
    requirement: '5.3.wallet.other-signer-refused',
    part: 'with-a-session',
    title:
      'rejects a signature by another wallet although the request has a session token of the user',
    async run(t) {
      await t.ctx.requireWorking(operation);
      const { wallet, session } = await t.signInWithSession();
      if (wallet === null) throw createSettingError('accounts[].privateKey');
      const { fields, challenge } = await t.start(wallet);
      const request = t.app.createSignInRequest(fields, SigningWallet.create().sign(challenge));
      const response = await t.send(withBearer(request, session));
      assertRejectedWithoutData(t, response, 'a signature by another wallet');
    },
  }),
  check({
    requirement: '5.3.wallet.start-needed',
    title: 'rejects a wallet without a challenge, whatever text the wallet signs',
    exclusive: 'unlessSessionIdentifiesUser',
    async run(t) {
      await t.ctx.requireWorking(operation);
      const { challenge } = await t.start();
      const wallet = t.createsUsers ? SigningWallet.create() : (await t.addNewWallet()).added;
      const { phrase } = t.dialect.wallet.challenge;
      const phrases = t.isDetected('wallet.challenge.phrase') ? [phrase, phrase.trim()] : [];
      for (const message of new Set([challenge, ...phrases, '', 'undefined', 'null'])) {
        const request = t.app.createSignInRequest(t.getFields(wallet), wallet.sign(message));
        const response = await t.send(request);
        assertRejectedWithoutData(t, response, 'a signature of a wallet that has no challenge');
      }
      // After its sign-in, a wallet has no challenge either.
      const { wallet: signedInWallet } = await t.signIn();
      if (signedInWallet === null) return;
      const forged = t.app.createSignInRequest(
        t.getFields(signedInWallet),
        SigningWallet.create().sign(challenge),
      );
      const response = await t.send(forged);
      assertRejectedWithoutData(t, response, 'a signature by another wallet after the sign-in');
    },
  }),
]);

/** Returns a function that signs the changed challenge; an unchanged challenge gets an empty signature. */
function signChanged(change: (challenge: string) => string) {
  return ({ wallet, challenge }: Started): string => {
    const text = change(challenge);
    return text === challenge ? '' : wallet.sign(text);
  };
}

function sign({ wallet, challenge }: Started): string {
  return wallet.sign(challenge);
}

async function assertSignaturesRefused(
  t: Attempt,
  signatures: Readonly<Record<string, (started: Started) => string>>,
): Promise<void> {
  await t.ctx.requireWorking(operation);
  const keepsChallenge = t.isDetectedAs('wallet.challenge.onBadSignature', 'keep');
  let started = await t.start();
  for (const [description, createSignature] of Object.entries(signatures)) {
    const request = t.app.createSignInRequest(started.fields, createSignature(started));
    assertRejectedWithoutData(t, await t.send(request), `a signature ${description}`);
    if (!keepsChallenge) started = await t.start(started.wallet);
  }
}
