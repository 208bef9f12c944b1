/** Signs in by wallet in each context, with invalid signatures and the valid signature. */
import { findText } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import type { Context } from '../contexts/check-in-contexts.ts';
import type { WalletSituation } from '../contexts/wallet-contexts.ts';
import { pickSecondStartableWallet } from '../actors/several-users.ts';
import { NotTested, nullIfNotTested } from '../check-errors.ts';
import { returnNotTested } from '../actors/valid-requests.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { memoizePerRun } from './memoize-per-run.ts';

export interface WrongSignature {
  readonly description: string;
  readonly response: HttpResponse;
}

export interface WalletSignIn {
  readonly situation: WalletSituation;
  readonly start: HttpResponse;
  /** The response to the valid signature; null if no challenge was returned. */
  readonly valid: HttpResponse | null;
  /** The response to the valid request, sent again; null if it was rejected or may be repeated (§4.2). */
  readonly repeated: HttpResponse | null;
  readonly invalidSignatures: readonly WrongSignature[];
  /** Signatures over the challenge of another wallet, and over a challenge that was replaced. */
  readonly otherMessages: readonly WrongSignature[];
}

export const observeWalletSignIn = memoizePerRun(
  async (t: Attempt, { prepare }: Context<WalletSituation>): Promise<WalletSignIn> => {
    // A faulty deployment may accept an invalid signature only after a user exists.
    await t.ctx.requireWorking('authenticateWallet').catch(returnNotTested);
    return new SignInSequence(t, await prepare(t)).perform();
  },
);

const getChallengeOfOtherWallet = memoizePerRun(async (t: Attempt): Promise<string | null> => {
  const started = await nullIfNotTested(async () => t.start(pickSecondStartableWallet(t)));
  return started?.challenge ?? null;
});

/** Maximum number of wrong signatures per challenge: more may invalidate it, like wrong codes (§8). */
const MAX_WRONG_SIGNATURES = 3;

type Sign = (situation: WalletSituation, challenge: string) => string;

/** Every context tries the first signature; thorough contexts try all of them. */
const wrongSignatures: readonly (readonly [description: string, sign: Sign])[] = [
  [
    'a signature by another wallet',
    ({ otherWallet }, text) => (otherWallet ?? SigningWallet.create()).sign(text),
  ],
  ['a truncated signature', ({ wallet }, text) => wallet.sign(text).slice(0, 66)],
  ['the challenge as a signature', (_, text) => text],
  ['the address as a signature', ({ wallet }) => wallet.address],
  ['a signature over the address', ({ wallet }) => wallet.sign(wallet.address)],
  ['a signature over an empty text', ({ wallet }) => wallet.sign('')],
  ['an empty signature', () => ''],
];

class SignInSequence {
  readonly #t: Attempt;
  readonly #situation: WalletSituation;
  #start: HttpResponse | null = null;
  #wrongSignatures = 0;

  constructor(t: Attempt, situation: WalletSituation) {
    this.#t = t;
    this.#situation = situation;
  }

  async perform(): Promise<WalletSignIn> {
    const t = this.#t;
    const situation = this.#situation;
    const { wallet, isThorough = false } = situation;
    // To reduce requests, contexts alternate: one signs a replaced challenge, the next the challenge of another
    // wallet. Thorough contexts sign both.
    const turn = t.nextTurn() % 2;
    const areChallengesReplaced = t.isDetectedAs('wallet.challenge.outstanding', 'latest');
    const signsReplaced = areChallengesReplaced && (isThorough || turn === 0);
    const replacedChallenge = signsReplaced
      ? findText((await this.#sendStart()).body, 'challenge')
      : null;
    const first = await this.#restart();
    if (findText(first.body, 'challenge') === null) {
      const empty = { invalidSignatures: [], otherMessages: [], valid: null, repeated: null };
      return { situation, start: first, ...empty };
    }
    const invalidSignatures: WrongSignature[] = [];
    for (const [description, sign] of wrongSignatures.slice(0, isThorough ? undefined : 1)) {
      invalidSignatures.push(await this.#sendWrong(description, (text) => sign(situation, text)));
    }
    const signsOtherChallenge = !signsReplaced || isThorough;
    const otherMessages = await this.#signOtherMessages({
      'a signature over the challenge of another wallet': signsOtherChallenge
        ? await getChallengeOfOtherWallet(t)
        : null,
      'a signature over a challenge that was replaced': replacedChallenge,
    });
    const valid = await this.#authenticate(wallet.sign(await this.#getChallenge()));
    if (valid.accepted && situation.userId === null) t.countUser(wallet.address);
    const mustBeUsedOnce = t.isDetectedAs('wallet.challenge.reuse', 'reject');
    const repeated = valid.accepted && mustBeUsedOnce ? await t.send(valid.request) : null;
    const start = this.#start ?? first;
    return { situation, start, invalidSignatures, otherMessages, valid, repeated };
  }

  /** Signs each message that differs from the challenge; null stands for no message. */
  async #signOtherMessages(
    messages: Readonly<Record<string, string | null>>,
  ): Promise<WrongSignature[]> {
    const { wallet } = this.#situation;
    const responses: WrongSignature[] = [];
    for (const [description, message] of Object.entries(messages)) {
      if (message === null || message === (await this.#getChallenge())) continue;
      responses.push(await this.#sendWrong(description, () => wallet.sign(message)));
    }
    return responses;
  }

  async #sendStart(): Promise<HttpResponse> {
    const { app, fields, startFields = fields } = this.#situation;
    return this.#t.sendToService(app.createStartRequest(startFields));
  }

  async #restart(): Promise<HttpResponse> {
    this.#start = await this.#sendStart();
    this.#wrongSignatures = 0;
    await this.#situation.runMeanwhile?.();
    return this.#start;
  }

  async #getChallenge(): Promise<string> {
    const challenge = findText((this.#start ?? (await this.#restart())).body, 'challenge');
    if (challenge === null) throw new NotTested('no challenge was returned', 'contract');
    return challenge;
  }

  /** Sends a wrong signature, and discards the challenge if the signature may have used it up. */
  async #sendWrong(
    description: string,
    sign: (challenge: string) => string,
  ): Promise<WrongSignature> {
    const response = await this.#authenticate(sign(await this.#getChallenge()));
    const staysValid = this.#t.isDetectedAs('wallet.challenge.onBadSignature', 'keep');
    this.#wrongSignatures += 1;
    const mayBeUsedUp = !staysValid || this.#wrongSignatures >= MAX_WRONG_SIGNATURES;
    if (response.accepted || mayBeUsedUp) this.#start = null;
    return { description, response };
  }

  async #authenticate(signature: string): Promise<HttpResponse> {
    const { app, fields } = this.#situation;
    return this.#t.sendToService(app.createSignInRequest(fields, signature));
  }
}
