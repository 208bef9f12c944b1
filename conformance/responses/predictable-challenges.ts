/** Challenges that an attacker can predict: the random part is not random (§2.3). */
import { createHash } from 'node:crypto';
import { keccak256 } from 'ethers/crypto';
import { toUtf8Bytes } from 'ethers/utils';
import type { IssuedChallenge } from '../discovery/memory.ts';
import { randomParts } from '../../src/judge/challenge-text.ts';

/** Random bits that a part is expected to have: 16 random decimal digits have 53. */
const ENOUGH_BITS = 48;
/** With fewer challenges, chance decides what positions seem to hold. */
export const ENOUGH_CHALLENGES = 16;
/** How many are compared with hashes of counters and times. */
const COMPARED = 2;
const LONGEST_COUNTER = 1_000;
const SHORTEST_HASH = 12;

export interface RandomPart {
  readonly text: string;
  readonly issued: IssuedChallenge;
}

/** The random parts of different challenges. A client application may have a phrase of its own. */
export function randomPartsOf(issued: readonly IssuedChallenge[]): RandomPart[] {
  return groupsOf(distinct(issued), ({ clientId }) => clientId)
    .filter((ofClient) => ofClient.length > 3)
    .flatMap((ofClient) => {
      const texts = randomParts(ofClient.map(({ challenge }) => challenge));
      return ofClient.map((one, index) => ({ text: texts[index] ?? '', issued: one }));
    });
}

function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

function distinct(issued: readonly IssuedChallenge[]): IssuedChallenge[] {
  return [...new Map(issued.map((one) => [one.challenge, one])).values()];
}

/** Two challenges that are equal though they are for two wallets; null where there are none. */
export function sharedChallenge(
  issued: readonly IssuedChallenge[],
): readonly [IssuedChallenge, IssuedChallenge] | null {
  const firstOf = new Map<string, IssuedChallenge>();
  for (const one of issued) {
    const first = firstOf.get(one.challenge) ?? one;
    if (first.walletAddress !== one.walletAddress) return [first, one];
    firstOf.set(one.challenge, first);
  }
  return null;
}

/** Returns how the parts can be predicted, as `they ...`; null where nothing is known against them. */
export function predictability(parts: readonly RandomPart[]): string | null {
  const source = hashedSource(parts);
  if (source !== null) return `they are derived from ${source}`;
  if (parts.length < ENOUGH_CHALLENGES) return null;
  const texts = parts.map(withoutAddress).map(withoutRepetition);
  if (stepsAreEqual(texts)) return 'consecutive challenges differ by a constant step';
  const bits = Math.floor(randomBits(texts));
  if (bits >= ENOUGH_BITS) return null;
  return `they differ in about ${bits} bits only (a counter, a time, few characters or few values)`;
}

/** The address of the wallet is known to everybody. */
function withoutAddress({ text, issued }: RandomPart): string {
  const address = issued.walletAddress.toLowerCase();
  const lower = text.toLowerCase();
  const digits = address.slice(2);
  return lower.includes(digits) ? lower.replaceAll(address, '').replaceAll(digits, '') : text;
}

/** A text that repeats a shorter one says no more than that. */
function withoutRepetition(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** The entropy of all positions, each estimated by itself (with the correction of Miller and Madow). */
function randomBits(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map(({ length }) => length));
  let bits = 0;
  for (let place = 0; place < shortest; place += 1) {
    const counts = groupsOf(texts, (text) => text.charAt(place));
    for (const { length } of counts) {
      const share = length / texts.length;
      bits -= share * Math.log2(share);
    }
    bits += (counts.length - 1) / (2 * texts.length * Math.LN2);
  }
  return bits;
}

/** Whether most numbers differ from the one before by the same amount. */
function stepsAreEqual(texts: readonly string[]): boolean {
  const numbers = texts.map(numberIn);
  const steps = numbers.slice(1).flatMap((number, index) => {
    const before = numbers[index];
    return number === null || before === undefined || before === null ? [] : [number - before];
  });
  const most = Math.max(0, ...groupsOf(steps, String).map(({ length }) => length));
  return steps.length >= ENOUGH_CHALLENGES / 2 && most > steps.length / 2;
}

function numberIn(text: string): bigint | null {
  if (/^\d+$/.test(text)) return BigInt(text);
  const hex = text.replaceAll('-', '');
  if (/^[\da-f]+$/i.test(hex)) return BigInt(`0x${hex}`);
  if (!/^[\w-]+=*$/.test(text)) return null;
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}

/** What parts are hashes or encodings of; null where none of what is tried fits enough of them. */
function hashedSource(parts: readonly RandomPart[]): string | null {
  const long = parts.filter(({ text }) => text.length >= SHORTEST_HASH);
  // It may be only the later challenges of a wallet that are derived from its address.
  const isOfAddress = long.some(({ text, issued: { walletAddress, reply } }) =>
    spellingsOf(reply.request.body, walletAddress).some((address) => isDerived(text, address)),
  );
  if (isOfAddress) return 'the wallet address';
  const first = long.slice(0, COMPARED);
  const isOf = (sources: (part: RandomPart) => Iterable<string>) =>
    first.length === COMPARED &&
    first.every((part) => [...sources(part)].some((source) => isDerived(part.text, source)));
  if (isOf(counted)) return 'a counter';
  return isOf(({ issued }) => timesAt(issued.reply.headers['date'])) ? 'the time' : null;
}

function spellingsOf(body: unknown, lower: string): string[] {
  const sent = JSON.stringify(body)?.match(/0x[\da-f]{40}/i)?.[0] ?? lower;
  return [...new Set([lower, sent])].flatMap((address) => [address, address.slice(2)]);
}

function* counted(): Generator<string> {
  for (let count = 0; count < LONGEST_COUNTER; count += 1) yield String(count);
}

/** Every millisecond of the second that a response was sent in, and of the one before. */
function* timesAt(date: string | undefined): Generator<string> {
  const second = Date.parse(date ?? '') / 1000;
  if (!Number.isInteger(second)) return;
  yield String(second);
  for (let ms = -1000; ms < 1000; ms += 1) yield String(second * 1000 + ms);
}

function isDerived(text: string, source: string): boolean {
  const digests = ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(source).digest());
  // Keccak is slow: only what is long enough to be an address is worth it.
  if (source.length >= 40) {
    digests.push(Buffer.from(keccak256(toUtf8Bytes(source)).slice(2), 'hex'), Buffer.from(source));
  }
  return digests.some(
    (digest) =>
      startsAlike(text.toLowerCase(), digest.toString('hex')) ||
      startsAlike(text, digest.toString('base64url')) ||
      startsAlike(text, digest.toString('base64')),
  );
}

/** A hash may be cut off, or repeated; what has more behind it may be random after all. */
function startsAlike(text: string, hash: string): boolean {
  return hash.repeat(Math.ceil(text.length / hash.length)).startsWith(text);
}
