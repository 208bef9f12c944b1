/** A challenge apart: the fixed phrase, and the random part after it (§2.3). */

/** What stands in a URL as it is, or means nothing else there (RFC 3986, sections 2.2 and 2.3). */
const URL_SAFE = /^[\w.~!$*'(),;:@-]+=*$/;

/** What all of several texts begin with. */
export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

/** What stands behind the common start of each. */
export function randomParts(challenges: readonly string[]): string[] {
  const { length } = commonStart(challenges);
  return challenges.map((challenge) => challenge.slice(length));
}

/**
 * What a random part is made of in practice: what needs no escaping in a URL (RFC 3986), and the rest
 * of base64 and of what is escaped. Those are another fault, and no change of the phrase.
 */
const MAY_BE_RANDOM = /^[\w.~!$*'(),;:@=+/%-]$/;

/** What belongs to the phrase in any case: all up to the last character that the random part can't have. */
export function surePhrase(challenge: string): string {
  let end = challenge.length;
  while (MAY_BE_RANDOM.test(challenge.charAt(end - 1))) end -= 1;
  return challenge.slice(0, end);
}

export function isUrlSafe(text: string): boolean {
  return URL_SAFE.test(text);
}

/** How many places differ between the texts. */
export function varyingPlaces(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, place) => place).filter(
    (place) => new Set(texts.map((text) => text[place])).size > 1,
  ).length;
}
