/** The parts of a challenge: a fixed phrase, and the random part after it (§2.3). */

/** Returns the common prefix of several texts, without half of a surrogate pair. */
export function findCommonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

export function listRandomParts(challenges: readonly string[]): string[] {
  const { length } = findCommonPrefix(challenges);
  return challenges.map((challenge) => challenge.slice(length));
}

/**
 * Characters in the random parts of real services: URL-safe characters, base64 and percent-encoding. Base64
 * and percent-encoding are not URL-safe, but do not belong to the phrase either.
 */
const RANDOM_CHARACTER = /^[\w.~!$*'(),;:@=+/%-]$/;

/** Guesses the fixed phrase: the text without the characters at its end that can be random. */
export function guessPhrase(challenge: string): string {
  let end = challenge.length;
  while (RANDOM_CHARACTER.test(challenge.charAt(end - 1))) end -= 1;
  return challenge.slice(0, end);
}

/**
 * A text that needs no escaping in the path of a URL (RFC 3986, section 3.3), without `&` and `+`, which have
 * a meaning in a query. Base64 padding (`=`) is allowed at the end.
 */
const URL_SAFE = /^[\w.~!$*'(),;:@-]+=*$/;

export function isUrlSafe(text: string): boolean {
  return URL_SAFE.test(text);
}

export function countVaryingPositions(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, position) => position).filter(
    (position) => new Set(texts.map((text) => text[position])).size > 1,
  ).length;
}
