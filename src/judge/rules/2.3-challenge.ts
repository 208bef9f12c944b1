import { isUrlSafe, surePhrase } from '../challenge-text.ts';
import { textIn } from '../named-in-body.ts';
import type { ResponseRule } from '../rule.ts';
import { violation } from '../violation.ts';

const pointer = '/body/challenge';

/** §2.3: a challenge ends in URL-safe characters, and each wallet gets another one. */
export const challengeText: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check({ operationId, body, responseBody, contract }, { memory }) {
    const challenge = textIn(responseBody, 'challenge');
    if (operationId !== 'startWalletAuth' || challenge === undefined) return [];
    const { phrase } = contract.dialect.wallet.challenge;
    // A phrase that is not known ends where no random part can begin.
    const { length } = challenge.startsWith(phrase) ? phrase : surePhrase(challenge);
    const before = memory.walletOf(challenge);
    const isOfAnother =
      before !== undefined && before !== textIn(body, 'walletAddress')?.toLowerCase();
    const unsafe = { pointer, message: 'must end with URL-safe characters' };
    const repeated = { pointer, message: 'was issued for another wallet' };
    return [
      ...(isUrlSafe(challenge.slice(length))
        ? []
        : [violation('response', '2.3.challenge.url-safe', unsafe)]),
      ...(isOfAnother ? [violation('response', '2.3.challenge.random-part', repeated)] : []),
    ];
  },
};
