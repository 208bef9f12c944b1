/** Finds short secrets, such as one-time passwords, as words, because many numbers contain a few digits. */
import { listEscapedSpellings } from './spellings.ts';
import { SHORTEST_NEEDLE } from './text-search.ts';

const SHORTEST = 4;
const LONGEST = 48;

const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;
const IS_WORD = /^[\w-]+$/;
const OF_WORD = /[\w-]/;

/** A longer word that consists of a secret and one character reveals the secret. */
const SHORTEST_WITH_MORE = 6;

export class WordSearch {
  readonly #words = new Map<string, string>();
  readonly #phrases = new Map<string, string>();

  /** Returns whether the length of a secret is suitable. */
  static accepts(secret: string): boolean {
    const longest = IS_WORD.test(secret) ? LONGEST : SHORTEST_NEEDLE - 1;
    return secret.length >= SHORTEST && secret.length <= longest;
  }

  add(secret: string, marker: string): void {
    if (IS_WORD.test(secret)) this.#words.set(secret, marker);
    else for (const spelling of listEscapedSpellings(secret)) this.#phrases.set(spelling, marker);
  }

  replace(text: string): string {
    let result = text;
    for (const [phrase, marker] of this.#phrases) result = replacePhrase(result, phrase, marker);
    if (this.#words.size === 0) return result;
    return result.replace(WORD, (word, offset: number) => {
      const marker = this.#words.get(word);
      if (marker !== undefined) return marker;
      const begun = word.length > SHORTEST_WITH_MORE && this.#words.get(word.slice(0, -1));
      if (begun) return `${begun}${word.slice(-1)}`;
      // An escaped line end in JSON puts a letter before the word.
      const isEscaped = result[offset - 1] === '\\' && /^[nrt]/.test(word);
      const escaped = isEscaped && this.#words.get(word.slice(1));
      return escaped ? `${word.charAt(0)}${escaped}` : word;
    });
  }
}

function replacePhrase(text: string, phrase: string, marker: string): string {
  return text.split(phrase).reduce((result, next) => {
    const isPart =
      (OF_WORD.test(phrase.charAt(0)) && OF_WORD.test(result.slice(-1))) ||
      (OF_WORD.test(phrase.slice(-1)) && OF_WORD.test(next.charAt(0)));
    return `${result}${isPart ? phrase : marker}${next}`;
  });
}
