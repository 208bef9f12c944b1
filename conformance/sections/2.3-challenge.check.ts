import { check, section } from '../define-check.ts';
import { NotTested } from '../ends.ts';
import type { Attempt } from '../attempt.ts';
import {
  commonStart,
  isUrlSafe,
  randomParts,
  surePhrase,
  varyingPlaces,
} from '../answers/challenge-text.ts';
import { challengeOf } from '../answers/wallet-answers.ts';
import type { SigningWallet } from '../parties/signing-wallet.ts';
import { needsOthers, walletsOfTwo } from '../parties/two-wallets.ts';
import type { Reply } from '../target/call.ts';

/** A number in decimal digits that is this long takes too long to guess. */
const LONG = 16;

const operation = 'startWalletAuth';

export const challenge = section('2.3', 'Challenge', [
  check(
    { requirement: '2.3.challenge.string', operation, title: 'the challenge is a string' },
    async (t) => {
      challengeOf(t, await t.around.control(operation));
    },
  ),
  check(
    {
      requirement: '2.3.challenge.phrase-fixed',
      operation,
      title: 'challenges of two wallets, and of one wallet twice, begin with the same phrase',
    },
    async (t) => {
      const { challenges, replies } = await several(t, 4);
      const phrase = commonStart(challenges);
      t.that(
        /\p{L}/u.test(phrase),
        `${challenges.length} challenges have no phrase in common that they begin with`,
        ...replies,
      );
      t.that(
        new Set(challenges.map(surePhrase)).size === 1,
        'the phrase is not the same in all challenges',
        ...replies,
      );
    },
  ),
  check(
    {
      requirement: '2.3.challenge.random-part',
      operation,
      title: 'no two challenges are equal, neither of one wallet nor of several',
    },
    async (t) => {
      const { challenges, replies } = await several(t, 12);
      t.that(
        new Set(challenges).size === challenges.length,
        'the same challenge was given twice',
        ...replies,
      );
    },
  ),
  check(
    {
      requirement: '2.3.challenge.url-safe',
      operation,
      title: 'the random part has only characters that need no escaping in a URL',
    },
    async (t) => {
      const { challenges, replies } = await several(t, 10);
      if (new Set(challenges).size === 1) throw needsOthers();
      for (const [index, part] of randomParts(challenges).entries()) {
        const reply = replies[index];
        t.that(
          isUrlSafe(part),
          'the random part is not made of URL-safe characters',
          ...(reply ? [reply] : []),
        );
      }
    },
  ),
  check(
    {
      requirement: '2.3.challenge.long',
      operation,
      title: 'the random part is long',
    },
    async (t) => {
      const { challenges, replies } = await several(t, 8);
      const varying = varyingPlaces(randomParts(challenges));
      t.that(
        varying >= LONG,
        `only ${varying} characters differ between challenges, which can be guessed`,
        ...replies,
      );
    },
  ),
]);

/** Of two users, where there are two. */
function oneOrTwo(t: Attempt): readonly SigningWallet[] {
  try {
    return walletsOfTwo(t);
  } catch (error) {
    if (error instanceof NotTested) return [t.flows.wallet()];
    throw error;
  }
}

/** Challenges for two wallets in turn. */
async function several(
  t: Attempt,
  count: number,
): Promise<{ challenges: string[]; replies: Reply[] }> {
  const wallets = oneOrTwo(t);
  const challenges: string[] = [];
  const replies: Reply[] = [];
  for (let index = 0; index < count; index += 1) {
    const { challenge, reply } = await t.flows.start(wallets[index % wallets.length]);
    challenges.push(challenge);
    replies.push(reply);
  }
  return { challenges, replies };
}
