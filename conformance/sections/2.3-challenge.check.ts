import { check, section } from '../define-check.ts';
import {
  NotTested,
  createInapplicable,
  createSettingError,
  describeRejection,
} from '../check-errors.ts';
import { withHeader } from '../target/http-request.ts';
import {
  findCommonPrefix,
  isUrlSafe,
  guessPhrase,
  countVaryingPositions,
} from '../../src/judge/challenge-text.ts';
import {
  MIN_CHALLENGES,
  describePredictability,
  extractRandomParts,
  findSharedChallenge,
} from '../responses/predictable-challenges.ts';
import { assertChallenge } from '../responses/wallet-responses.ts';
import { createEqualChallengesError } from '../actors/several-users.ts';
import type { Attempt } from '../attempt.ts';
import type { IssuedChallenge } from '../discovery/memory.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';

const ENOUGH_CHALLENGES = 24;

const requestEnoughChallenges = memoizePerRun(async (t: Attempt): Promise<void> => {
  const missing = ENOUGH_CHALLENGES - t.ctx.knowledge.memory.issuedChallenges.length;
  for (let count = 0; count < missing; count += 1) await t.start(t.pickStartableWallet());
});

/** Returns all challenges so far. A challenge that a client received again for a wallet is listed once. */
async function listIssuedChallenges(t: Attempt): Promise<readonly IssuedChallenge[]> {
  await requestEnoughChallenges(t);
  return [...t.ctx.knowledge.memory.issuedChallenges];
}

/** Minimum number of characters that differ between challenges: 16 random digits cannot be guessed. */
const MIN_VARYING = 16;

const MAX_ACCOUNTS = 5;

const MAX_EVIDENCE = 4;

const operation = 'startWalletAuth';

export const challenge = section('2.3', 'Challenge', [
  check({
    requirement: '2.3.challenge.string',
    title: 'returns a challenge that is a string',
    async run(t) {
      assertChallenge(t, await t.ctx.requireWorking(operation));
    },
  }),
  check({
    requirement: '2.3.challenge.phrase-fixed',
    title: 'starts every challenge of a client with the same phrase',
    async run(t) {
      const { clientId } = t.app.credentials;
      const issued = (await listIssuedChallenges(t)).filter((item) => item.clientId === clientId);
      const challenges = issued.map((item) => item.challenge);
      const responses = issued.slice(-MAX_EVIDENCE).map(({ response }) => response);
      t.assert(
        /\p{L}/u.test(findCommonPrefix(challenges)),
        `expected a common phrase at the start of ${challenges.length} challenges, got none`,
        ...responses,
      );
      t.assert(
        new Set(challenges.map(guessPhrase)).size === 1,
        'expected the same phrase in every challenge, got different phrases',
        ...responses,
      );
    },
  }),
  check({
    requirement: '2.3.challenge.phrase-fixed',
    part: 'any-language',
    title: 'starts a challenge with the same phrase for every Accept-Language',
    async run(t) {
      const phrases = (await listIssuedChallenges(t)).map((item) => guessPhrase(item.challenge));
      const start = t.app.createStartRequest(t.getFields(t.pickStartableWallet()));
      for (const language of ['de-DE, de', 'fr-FR, fr', 'es-ES, es']) {
        const response = await t.sendToService(withHeader(start, 'accept-language', language));
        if (!response.accepted) throw new NotTested(describeRejection(response), 'contract');
        const phrase = guessPhrase(assertChallenge(t, response));
        t.assert(
          phrases.includes(phrase),
          `expected the phrase of other challenges with Accept-Language ${language}, got ${JSON.stringify(phrase)}`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.3.challenge.random-part',
    part: 'of-accounts',
    title:
      'returns a new challenge for the wallet of each configured account after its previous challenge was used',
    async run(t) {
      t.requireKnown('wallet.challenge.reuse');
      if (t.dialect.wallet.challenge.reuse !== 'reject')
        throw createInapplicable('challenges can be used again');
      const { identities } = t.ctx;
      const accounts = identities
        .listUnrestricted()
        .filter((account) => account.privateKey !== null);
      if (accounts.length === 0) throw createSettingError('accounts[].privateKey');
      for (const account of accounts.slice(0, MAX_ACCOUNTS)) {
        const wallet = identities.findWallet(account) ?? undefined;
        // A start by another check may replace the challenge that a sign-in of this check uses, and
        // vice versa.
        await identities.runExclusively(account, async () => {
          const { challenge } = await t.start(wallet);
          await t.signIn(wallet);
          const { challenge: laterChallenge, response } = await t.start(wallet);
          const isNew = laterChallenge !== challenge;
          t.assert(isNew, 'expected a new challenge, got a used challenge', response);
        });
      }
    },
  }),
  check({
    requirement: '2.3.challenge.random-part',
    title: 'never returns the same challenge for two wallets',
    async run(t) {
      const issued = await listIssuedChallenges(t);
      const wallets = new Set(issued.map(({ walletAddress }) => walletAddress));
      if (wallets.size < 2) throw createSettingError('accounts[].privateKey (2 of them)');
      const shared = findSharedChallenge(issued);
      t.assert(
        shared === null,
        'expected a different challenge for each wallet, got one challenge for two wallets',
        ...(shared ?? issued.slice(-2)).map(({ response }) => response),
      );
    },
  }),
  check({
    requirement: '2.3.challenge.random-part',
    part: 'after-a-sign-in',
    title: 'returns a new challenge after the previous challenge was used',
    async run(t) {
      const { fields, challenge: first, wallet } = await t.start();
      const signedIn = await t.sendToService(t.app.createSignInRequest(fields, wallet.sign(first)));
      const { response, challenge: second } = await t.start(wallet, t.app, fields);
      // A challenge that is not used up may be returned again (wallet.challenge.reuse).
      const isUsedUp = signedIn.accepted && t.isDetectedAs('wallet.challenge.reuse', 'reject');
      if (first === second && !isUsedUp) throw createEqualChallengesError();
      t.assert(first !== second, 'expected a new challenge, got the used challenge', response);
    },
  }),
  check({
    requirement: '2.3.challenge.random-part',
    part: 'unpredictable',
    title: 'returns challenges that cannot be predicted from each other',
    async run(t) {
      const issued = await listIssuedChallenges(t);
      const parts = extractRandomParts(issued);
      const clients = new Set(issued.map(({ clientId }) => clientId));
      const partsByClient = [...clients].map((id) =>
        parts.filter((part) => part.issued.clientId === id),
      );
      const pattern =
        [parts, ...partsByClient].map(describePredictability).find((found) => found !== null) ??
        null;
      // Equal challenges are listed once, so too few parts mean that starts returned equal challenges.
      if (pattern === null && parts.length < MIN_CHALLENGES) throw createEqualChallengesError();
      t.assert(
        pattern === null,
        `expected a long random part, got ${issued.length} challenges with a predictable end: ${pattern ?? ''}`,
        ...issued.slice(-MAX_EVIDENCE).map(({ response }) => response),
      );
    },
  }),
  check({
    requirement: '2.3.challenge.url-safe',
    title: 'uses only URL-safe characters in the random part',
    async run(t) {
      const parts = extractRandomParts(await listIssuedChallenges(t));
      if (parts.length === 0) throw createEqualChallengesError();
      for (const { text, issued } of parts) {
        t.assert(
          isUrlSafe(text),
          'expected URL-safe characters in the random part, got other characters',
          issued.response,
        );
      }
    },
  }),
  check({
    requirement: '2.3.challenge.long',
    title: 'uses a long random part',
    async run(t) {
      const parts = extractRandomParts(await listIssuedChallenges(t));
      if (parts.length === 0) throw createEqualChallengesError();
      const varying = countVaryingPositions(parts.map(({ text }) => text));
      t.assert(
        varying >= MIN_VARYING,
        `expected a long random part, got only ${varying} characters that differ between challenges`,
        ...parts.slice(-MAX_EVIDENCE).map(({ issued }) => issued.response),
      );
    },
  }),
]);
