/** §2.3: the challenge. */
import { createHash, randomBytes } from 'node:crypto';
import type { Naming } from '../naming.ts';
import { parseFields, findText, type Exchange, type Fields } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { changeAcceptedBody, createOperator, type Operator } from './operator.ts';

const start = 'startWalletAuth';

/** Splits the challenge into phrase and random part. */
function splitChallenge(body: Fields, { naming }: Exchange): { phrase: string; random: string } {
  const challenge = findText(body, 'challenge') ?? '';
  const at = challenge.startsWith(naming.phrase) ? naming.phrase.length : 0;
  return { phrase: challenge.slice(0, at), random: challenge.slice(at) };
}

type WriteChallenge = (
  parts: { phrase: string; random: string },
  exchange: Exchange,
  memory: Memory,
) => unknown;

function changeChallenge(
  requirement: string,
  kind: Operator['kind'],
  name: string,
  spell: WriteChallenge,
  applies?: (naming: Naming) => boolean,
): Operator {
  return createOperator(
    requirement,
    kind,
    name,
    changeAcceptedBody(start, (body, exchange, memory) => ({
      ...body,
      challenge: spell(splitChallenge(body, exchange), exchange, memory),
    })),
    applies,
  );
}

const string = '2.3.challenge.string';
const fixed = '2.3.challenge.phrase-fixed';
const random = '2.3.challenge.random-part';
const urlSafe = '2.3.challenge.url-safe';

/** Guessable texts instead of the random part, each as long as a random one. */
const guessableParts: Readonly<Record<string, (count: number, exchange: Exchange) => string>> = {
  'a counter in 43 digits': (count) => String(count).padStart(43, '0'),
  'a counter after a fixed text': (count) => `${'Zm9vYmFy'.repeat(4)}${count}`,
  'the time in milliseconds, repeated': () => String(Date.now()).repeat(4),
  'the time after a fixed text': () => `${'Zm9vYmFy'.repeat(4)}${Date.now()}`,
  'a hash of a counter': (count) => createHash('sha256').update(String(count)).digest('hex'),
  'a hash of the time': () => createHash('sha256').update(String(Date.now())).digest('base64url'),
  'a hash of the wallet address': (_count, { request }) =>
    createHash('sha256')
      .update(findText(parseFields(request), 'walletAddress') ?? '')
      .digest('hex'),
  'multiples of a large number': (count) =>
    (0x9e3779b97f4a7c15f39cc0605cedc835n * BigInt(count)).toString(16).padStart(40, '0'),
  'made of two letters': () =>
    [...randomBytes(43)].map((byte) => (byte % 2 === 0 ? 'a' : 'b')).join(''),
  'four characters, repeated': () => randomBytes(3).toString('base64url').repeat(10),
  'one of a hundred': (count) =>
    createHash('sha256')
      .update(`secret ${(count * 37) % 20}`)
      .digest('base64url'),
};

/** Returns a random challenge at the first start of a wallet, and later a hash of its address. */
const hashAfterFirstChallenge: WriteChallenge = ({ phrase, random }, { request }, memory) => {
  const address = findText(parseFields(request), 'walletAddress') ?? '';
  const isFirst = memory.get(`started ${address}`) === undefined;
  memory.set(`started ${address}`, true);
  return `${phrase}${isFirst ? random : createHash('sha256').update(address).digest('hex')}`;
};

export const challenges: readonly Operator[] = [
  changeChallenge(string, 'schema broken', 'the challenge is an object', (its) => ({
    text: its.random,
  })),
  changeChallenge(string, 'schema broken', 'the challenge is a number', () => 42),
  changeChallenge(string, 'schema broken', 'the challenge is null', () => null),
  changeChallenge(string, 'schema broken', 'the challenge is a list of bytes', (its) => [
    ...Buffer.from(its.random).subarray(0, 8),
  ]),
  createOperator(
    '4.1.response.challenge',
    'schema broken',
    'the challenge is named nonce',
    changeAcceptedBody(start, ({ challenge, ...rest }) => ({ ...rest, nonce: challenge })),
  ),
  createOperator(
    '4.1.response.challenge',
    'schema broken',
    'the challenge is wrapped in data',
    changeAcceptedBody(start, (body) => ({ data: body })),
  ),
  createOperator(
    '4.1.response.challenge',
    'schema broken',
    'the challenge is an empty string',
    changeAcceptedBody(start, (body) => ({ ...body, challenge: '' })),
  ),
  createOperator(
    '4.1.response.challenge',
    'schema broken',
    'the challenge is the whole response',
    changeAcceptedBody(start, (body) => body['challenge']),
  ),
  changeChallenge(
    fixed,
    'format broken',
    'the phrase contains the time',
    (its, _exchange, memory) => {
      const time = memory.count('time');
      return `It is ${time} o'clock. ${its.phrase}${its.random}`;
    },
  ),
  changeChallenge(
    fixed,
    'format broken',
    'the phrase is in one of two languages',
    (its, _exchange, memory) =>
      memory.count('language') % 2 === 0
        ? `Bitte melden Sie sich an: ${its.random}`
        : its.phrase + its.random,
  ),
  changeChallenge(fixed, 'format broken', 'the phrase contains the wallet', (its, { request }) => {
    const address = findText(parseFields(request), 'walletAddress') ?? '';
    return `${address} signs in: ${its.random}`;
  }),
  changeChallenge(
    random,
    'format broken',
    'every challenge is the same',
    (its) => `${its.phrase}${'a'.repeat(43)}`,
  ),
  changeChallenge(
    random,
    'format broken',
    'a wallet always gets the same challenge',
    (its, { request }) => {
      const address = findText(parseFields(request), 'walletAddress') ?? '';
      return `${its.phrase}${address.slice(2).repeat(2).toLowerCase()}`;
    },
  ),
  changeChallenge(random, 'schema broken', 'the challenge is only the phrase', (its) =>
    its.phrase.trim(),
  ),
  changeChallenge(
    random,
    'format broken',
    'a challenge is returned twice in a row',
    (its, _exchange, memory) => {
      const isSecond = memory.count('challenge') % 2 === 0;
      if (!isSecond) memory.set('challenge', its.random);
      return `${its.phrase}${isSecond ? String(memory.get('challenge')) : its.random}`;
    },
  ),
  changeChallenge(
    urlSafe,
    'format broken',
    'the random part has spaces',
    (its) => `${its.phrase}${groupCharacters(its.random, ' ')}`,
  ),
  changeChallenge(urlSafe, 'format broken', 'the random part is plain base64', (its) => {
    const bytes = Buffer.concat([randomBytes(34), Buffer.from([0xfb, 0xff, 0xfe])]);
    return `${its.phrase}${bytes.toString('base64')}`;
  }),
  changeChallenge(
    urlSafe,
    'format broken',
    'the random part has angle brackets',
    (its) => `${its.phrase}<${its.random}>`,
  ),
  changeChallenge(
    urlSafe,
    'format broken',
    'the random part has letters with accents',
    (its) => `${its.phrase}${groupCharacters(its.random, 'é')}`,
  ),
  changeChallenge(
    '2.3.challenge.long',
    'format broken',
    'the random part has four characters',
    (its) => `${its.phrase}${its.random.slice(0, 4)}`,
  ),
  changeChallenge(
    '2.3.challenge.long',
    'format broken',
    'the random part is a counter',
    (its, _exchange, memory) => `${its.phrase}${memory.count('counter')}`,
  ),
  ...Object.entries(guessableParts).map(([what, part]) =>
    changeChallenge(
      random,
      'format broken',
      `the random part is ${what}`,
      (its, exchange, memory) => `${its.phrase}${part(memory.count('guessable'), exchange)}`,
    ),
  ),
  changeChallenge(
    random,
    'format broken',
    'a wallet gets a hash of its address from the second challenge',
    hashAfterFirstChallenge,
  ),
  changeChallenge(
    random,
    'use after invalidation',
    'a wallet gets a used challenge again',
    (its, { request }, memory) => {
      const key = `given ${findText(parseFields(request), 'walletAddress')?.toLowerCase() ?? ''}`;
      const given = memory.get(key) ?? its.random;
      memory.set(key, given);
      return `${its.phrase}${String(given)}`;
    },
  ),
];

function groupCharacters(text: string, separator: string): string {
  return text.replaceAll(/(.{5})/g, `$1${separator}`);
}
