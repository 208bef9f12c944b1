/** Detects challenges that an attacker can predict (§2.3). */
import { createHash } from 'node:crypto';
import { keccak256 } from 'ethers/crypto';
import { toUtf8Bytes } from 'ethers/utils';
import type { IssuedChallenge } from '../discovery/memory.ts';
import { findText } from './fields.ts';
import { listRandomParts } from '../../src/judge/challenge-text.ts';
import { groupBy } from '../../src/reporting/text/group-by.ts';

/** Minimum entropy of the random part; 16 random decimal digits have 53 bits. */
const MIN_ENTROPY = 48;
export const MIN_CHALLENGES = 16;
/** Number of challenges to compare with hashes of counters and times. */
const MAX_COMPARED = 2;
const MAX_COUNTER = 1_000;
const MIN_HASH_LENGTH = 12;
/** Minimum length of a part of an address: random text may contain a shorter part by chance. */
const MIN_PART_LENGTH = 8;

export interface RandomPart {
  readonly text: string;
  readonly issued: IssuedChallenge;
}

/**
 * Returns the random parts of distinct challenges. Each client may have its own phrase, so the challenges of
 * a client are omitted if they are too few to detect the phrase.
 */
export function extractRandomParts(issued: readonly IssuedChallenge[]): RandomPart[] {
  const distinct = [...new Map(issued.map((item) => [item.challenge, item])).values()];
  const challengesByClient = groupBy(distinct, ({ clientId }) => clientId);
  return [...challengesByClient.values()]
    .filter((challenges) => challenges.length > 3)
    .flatMap((challenges) => {
      const texts = listRandomParts(challenges.map(({ challenge }) => challenge));
      return challenges.map((item, index) => ({ text: texts[index] ?? '', issued: item }));
    });
}

/** Returns two equal challenges of different wallets; null if there are none. */
export function findSharedChallenge(
  issued: readonly IssuedChallenge[],
): readonly [IssuedChallenge, IssuedChallenge] | null {
  const firstByText = new Map<string, IssuedChallenge>();
  for (const item of issued) {
    const first = firstByText.get(item.challenge) ?? item;
    if (first.walletAddress !== item.walletAddress) return [first, item];
    firstByText.set(item.challenge, first);
  }
  return null;
}

/** Returns why the parts are predictable, such as `they are derived from a counter`; otherwise null. */
export function describePredictability(parts: readonly RandomPart[]): string | null {
  const source = findHashedSource(parts);
  if (source !== null) return `they are derived from ${source}`;
  if (parts.length < MIN_CHALLENGES) return null;
  const texts = parts.map(withoutAddress).map(withoutRepetition);
  if (areMostStepsEqual(texts)) return 'consecutive challenges differ by a constant step';
  const bits = Math.floor(computeEntropy(texts));
  if (bits >= MIN_ENTROPY) return null;
  return `they differ in about ${bits} bits only (a counter, a time, few characters or few values)`;
}

/** Removes parts of the wallet address, which is public and adds no entropy. */
function withoutAddress({ text, issued }: RandomPart): string {
  const lowerCaseText = text.toLowerCase();
  let remaining = '';
  let offset = 0;
  while (offset < text.length) {
    const length = measureAddressPart(lowerCaseText.slice(offset), issued.walletAddress);
    if (length < MIN_PART_LENGTH) remaining += text.charAt(offset);
    offset += length < MIN_PART_LENGTH ? 1 : length;
  }
  return remaining;
}

/** Returns the length of the longest start of the text that the address contains. */
function measureAddressPart(text: string, address: string): number {
  let length = 0;
  while (length < text.length && address.includes(text.slice(0, length + 1))) length += 1;
  return length;
}

/** Reduces a repeated text to its unit, since repetition adds no entropy. */
function withoutRepetition(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Returns the sum of the entropies of all positions, with the Miller-Madow correction. */
function computeEntropy(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map(({ length }) => length));
  let bits = 0;
  for (let offset = 0; offset < shortest; offset += 1) {
    const textsByCharacter = groupBy(texts, (text) => text.charAt(offset));
    for (const { length } of textsByCharacter.values()) {
      const share = length / texts.length;
      bits -= share * Math.log2(share);
    }
    bits += (textsByCharacter.size - 1) / (2 * texts.length * Math.LN2);
  }
  return bits;
}

function areMostStepsEqual(texts: readonly string[]): boolean {
  const numbers = texts.map(parseNumber);
  const steps = numbers.slice(1).flatMap((number, index) => {
    const previous = numbers[index] ?? null;
    return number === null || previous === null ? [] : [number - previous];
  });
  const counts = [...groupBy(steps, String).values()].map(({ length }) => length);
  return steps.length >= MIN_CHALLENGES / 2 && Math.max(0, ...counts) > steps.length / 2;
}

function parseNumber(text: string): bigint | null {
  if (/^\d+$/.test(text)) return BigInt(text);
  const hex = text.replaceAll('-', '');
  if (/^[\da-f]+$/i.test(hex)) return BigInt(`0x${hex}`);
  if (!/^[\w-]+=*$/.test(text)) return null;
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}

/** Returns the source of which the parts are hashes or encodings; null if no known source matches. */
function findHashedSource(parts: readonly RandomPart[]): string | null {
  const longParts = parts.filter(({ text }) => text.length >= MIN_HASH_LENGTH);
  // One matching part is enough: the deployment may derive only later challenges from the address.
  const isDerivedFromAddress = longParts.some(({ text, issued: { walletAddress, response } }) =>
    listSpellings(response.request.body, walletAddress).some((address) => isDerived(text, address)),
  );
  if (isDerivedFromAddress) return 'the wallet address';
  const comparedParts = longParts.slice(0, MAX_COMPARED);
  const areDerivedFrom = (listSources: (part: RandomPart) => Iterable<string>) =>
    comparedParts.length === MAX_COMPARED &&
    comparedParts.every((part) =>
      [...listSources(part)].some((source) => isDerived(part.text, source)),
    );
  if (areDerivedFrom(generateCounters)) return 'a counter';
  return areDerivedFrom(({ issued }) => generateTimes(issued.response.headers['date']))
    ? 'the time'
    : null;
}

/** Returns the given address (in lower case) and the address as sent, each with and without `0x`. */
function listSpellings(body: unknown, walletAddress: string): string[] {
  const sent = findText(body, 'walletAddress') ?? walletAddress;
  return [...new Set([walletAddress, sent])].flatMap((address) => [address, address.slice(2)]);
}

function* generateCounters(): Generator<string> {
  for (let count = 0; count < MAX_COUNTER; count += 1) yield String(count);
}

/**
 * Yields the second in which the response was sent, then every millisecond of that second and of the
 * previous second.
 */
function* generateTimes(date: string | undefined): Generator<string> {
  const second = Date.parse(date ?? '') / 1000;
  if (!Number.isInteger(second)) return;
  yield String(second);
  for (let ms = -1000; ms < 1000; ms += 1) yield String(second * 1000 + ms);
}

function isDerived(text: string, source: string): boolean {
  const digests = ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(source).digest());
  // Only addresses are that long: they may be hashed by Keccak, which is slow, or encoded without a hash.
  if (source.length >= 40) {
    digests.push(Buffer.from(keccak256(toUtf8Bytes(source)).slice(2), 'hex'), Buffer.from(source));
  }
  return digests.some(
    (digest) =>
      isStartOfRepeatedHash(text.toLowerCase(), digest.toString('hex')) ||
      isStartOfRepeatedHash(text, digest.toString('base64url')) ||
      isStartOfRepeatedHash(text, digest.toString('base64')),
  );
}

function isStartOfRepeatedHash(text: string, hash: string): boolean {
  return hash.repeat(Math.ceil(text.length / hash.length)).startsWith(text);
}
