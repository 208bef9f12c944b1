/** §2.3: broken challenges. */
import { createHash, randomBytes } from 'node:crypto';
import {
  findText,
  type Exchange,
  type Fields,
  readText,
  readLowerCaseAddress,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { changeBody, createOperator, createOperators, type Operator } from './operator.ts';
import type { Mutate } from '../mutate.ts';

/** Splits the challenge into phrase and random part. */
function splitChallenge(body: Fields, { traits }: Exchange): { phrase: string; random: string } {
  const challenge = findText(body, 'challenge') ?? '';
  const length = challenge.startsWith(traits.phrase) ? traits.phrase.length : 0;
  return { phrase: challenge.slice(0, length), random: challenge.slice(length) };
}

type ChangeChallenge = (
  parts: { phrase: string; random: string },
  exchange: Exchange,
  memory: Memory,
) => unknown;

function changeChallenge(change: ChangeChallenge): Mutate {
  return changeBody('startWalletAuth', (body, exchange, memory) => ({
    ...body,
    challenge: change(splitChallenge(body, exchange), exchange, memory),
  }));
}

const hash = (text: string, encoding: 'hex' | 'base64url' = 'hex') =>
  createHash('sha256').update(text).digest(encoding);

/** Changes the random part of the challenge, and keeps the phrase. */
const changeRandomPart = (
  change: (random: string, exchange: Exchange, memory: Memory) => string,
): Mutate =>
  changeChallenge(
    ({ phrase, random }, exchange, memory) => `${phrase}${change(random, exchange, memory)}`,
  );

/** Guessable texts that replace the random part. Each text is about as long as that part: 43 characters. */
const guessableParts: Readonly<Record<string, (count: number, exchange: Exchange) => string>> = {
  'a counter in 43 digits': (count) => String(count).padStart(43, '0'),
  'a counter after a fixed text': (count) => `${'Zm9vYmFy'.repeat(4)}${count}`,
  'the time in milliseconds, repeated': () => String(Date.now()).repeat(4),
  'the time after a fixed text': () => `${'Zm9vYmFy'.repeat(4)}${Date.now()}`,
  'a hash of a counter': (count) => hash(String(count)),
  'a hash of the time': () => hash(String(Date.now()), 'base64url'),
  'a hash of the wallet address': (_count, { request }) => hash(readText(request, 'walletAddress')),
  'multiples of a large number': (count) =>
    (0x9e3779b97f4a7c15f39cc0605cedc835n * BigInt(count)).toString(16).padStart(40, '0'),
  'made of two letters': () =>
    [...randomBytes(43)].map((byte) => (byte % 2 === 0 ? 'a' : 'b')).join(''),
  'four characters, repeated': () => randomBytes(3).toString('base64url').repeat(10),
  'one of twenty texts': (count) => hash(`secret ${(count * 37) % 20}`, 'base64url'),
};

export const challenges: readonly Operator[] = [
  ...createOperators('2.3.challenge.string', 'schema broken', {
    'the challenge is an object': changeChallenge((challenge) => ({ text: challenge.random })),
    'the challenge is a number': changeChallenge(() => 42),
    'the challenge is null': changeChallenge(() => null),
    'the challenge is a list of bytes': changeChallenge((challenge) => [
      ...Buffer.from(challenge.random).subarray(0, 8),
    ]),
  }),
  ...createOperators('4.1.response.challenge', 'schema broken', {
    'the challenge is named nonce': changeBody('startWalletAuth', ({ challenge, ...body }) => ({
      ...body,
      nonce: challenge,
    })),
    'the challenge is wrapped in data': changeBody('startWalletAuth', (body) => ({ data: body })),
    'the challenge is an empty string': changeChallenge(() => ''),
    'the challenge is the whole response': changeBody(
      'startWalletAuth',
      (body) => body['challenge'],
    ),
  }),
  ...createOperators('2.3.challenge.phrase-fixed', 'format broken', {
    'the phrase contains the time': changeChallenge((challenge, _exchange, memory) => {
      const time = memory.increment('time');
      return `It is ${time} o'clock. ${challenge.phrase}${challenge.random}`;
    }),
    'the phrase is in the language of Accept-Language': changeChallenge((challenge, { request }) =>
      request.headers['accept-language']?.startsWith('de') === true
        ? `Bitte melden Sie sich an: ${challenge.random}`
        : challenge.phrase + challenge.random,
    ),
    'the phrase is in one of two languages': changeChallenge((challenge, _exchange, memory) =>
      memory.increment('language') % 2 === 0
        ? `Bitte melden Sie sich an: ${challenge.random}`
        : challenge.phrase + challenge.random,
    ),
    'the phrase contains the wallet': changeChallenge((challenge, { request }) => {
      const address = readText(request, 'walletAddress');
      return `${address} signs in: ${challenge.random}`;
    }),
  }),
  ...createOperators('2.3.challenge.random-part', 'format broken', {
    'every challenge is the same': changeRandomPart(() => 'a'.repeat(43)),
    'a wallet always gets the same challenge': changeRandomPart((_random, { request }) =>
      readLowerCaseAddress(request).slice(2).repeat(2),
    ),
  }),
  ...createOperators('2.3.challenge.random-part', 'schema broken', {
    'the challenge is only the phrase': changeChallenge((challenge) => challenge.phrase.trim()),
  }),
  ...createOperators('2.3.challenge.random-part', 'format broken', {
    'a challenge is returned twice in a row': changeRandomPart((random, _exchange, memory) => {
      const isSecond = memory.increment('challenge') % 2 === 0;
      if (!isSecond) memory.set('challenge', random);
      return isSecond ? String(memory.get('challenge')) : random;
    }),
  }),
  ...createOperators('2.3.challenge.url-safe', 'format broken', {
    'the random part has spaces': changeRandomPart((random) => groupCharacters(random, ' ')),
    'the random part is plain base64': changeRandomPart(() => {
      // base64 encodes the last three bytes with slashes, which are not URL-safe.
      const bytes = Buffer.concat([randomBytes(34), Buffer.from([0xfb, 0xff, 0xfe])]);
      return bytes.toString('base64');
    }),
    'the random part has angle brackets': changeRandomPart((random) => `<${random}>`),
    'the random part has letters with accents': changeRandomPart((random) =>
      groupCharacters(random, 'é'),
    ),
  }),
  ...createOperators('2.3.challenge.long', 'format broken', {
    'the random part has four characters': changeRandomPart((random) => random.slice(0, 4)),
    'the random part is a counter': changeRandomPart((_random, _exchange, memory) =>
      String(memory.increment('counter')),
    ),
  }),
  ...Object.entries(guessableParts).map(([description, createPart]) =>
    createOperator(
      '2.3.challenge.random-part',
      'format broken',
      `the random part is ${description}`,
      changeRandomPart((_random, exchange, memory) =>
        createPart(memory.increment('guessable'), exchange),
      ),
    ),
  ),
  ...createOperators('2.3.challenge.random-part', 'format broken', {
    'from the second challenge on, a wallet gets a hash of its address': changeRandomPart(
      (random, { request }, memory) => {
        const address = readText(request, 'walletAddress');
        const isFirst = memory.increment(`started ${address}`) === 1;
        return isFirst ? random : hash(address);
      },
    ),
  }),
  ...createOperators('2.3.challenge.random-part', 'use after invalidation', {
    'a wallet gets a used challenge again': changeRandomPart((random, { request }, memory) => {
      const key = `issued ${readLowerCaseAddress(request)}`;
      const firstRandom = memory.get(key) ?? random;
      memory.set(key, firstRandom);
      return String(firstRandom);
    }),
  }),
];

function groupCharacters(text: string, separator: string): string {
  return text.replaceAll(/(.{5})/g, `$1${separator}`);
}
