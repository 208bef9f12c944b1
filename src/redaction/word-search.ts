/** Finds short secrets, such as one-time passwords, as words, because a few digits occur in many numbers by chance. */
import { listEscapedSpellings } from './spellings.ts';
import { MIN_NEEDLE_LENGTH } from './text-search.ts';

const MIN_LENGTH = 4;
const MAX_LENGTH = 48;

const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;
const IS_WORD = /^[\w-]+$/;
const WORD_CHARACTER = /[\w-]/;

/** A secret of at least this length is also found in a word with one more character. */
const MIN_EXTENDED_LENGTH = 6;

export class WordSearch {
  readonly #words = new Map<string, string>();
  /** Spellings of the short secrets that contain a non-word character. `TextSearch` finds the longer secrets. */
  readonly #nonWords = new Map<string, string>();

  /** Returns whether a secret is short enough to be searched for as a word, and not too short. */
  static accepts(secret: string): boolean {
    const maxLength = IS_WORD.test(secret) ? MAX_LENGTH : MIN_NEEDLE_LENGTH - 1;
    return secret.length >= MIN_LENGTH && secret.length <= maxLength;
  }

  add(secret: string, marker: string): void {
    if (IS_WORD.test(secret)) this.#words.set(secret, marker);
    else for (const spelling of listEscapedSpellings(secret)) this.#nonWords.set(spelling, marker);
  }

  replace(text: string): string {
    let result = text;
    for (const [secret, marker] of this.#nonWords) result = replaceNonWord(result, secret, marker);
    if (this.#words.size === 0) return result;
    return result.replace(WORD, (word, offset: number) => {
      const marker = this.#words.get(word);
      if (marker !== undefined) return marker;
      const prefixMarker = word.length > MIN_EXTENDED_LENGTH && this.#words.get(word.slice(0, -1));
      if (prefixMarker) return `${prefixMarker}${word.slice(-1)}`;
      // An escaped line end in JSON puts a letter before the word.
      const isEscaped = result[offset - 1] === '\\' && /^[nrt]/.test(word);
      const escaped = isEscaped && this.#words.get(word.slice(1));
      return escaped ? `${word.charAt(0)}${escaped}` : word;
    });
  }
}

function replaceNonWord(text: string, secret: string, marker: string): string {
  const startsWithWord = WORD_CHARACTER.test(secret.charAt(0));
  const endsWithWord = WORD_CHARACTER.test(secret.slice(-1));
  const [start = '', ...parts] = text.split(secret);
  let result = start;
  for (const part of parts) {
    const isInsideWord =
      (startsWithWord && WORD_CHARACTER.test(result.slice(-1))) ||
      (endsWithWord && WORD_CHARACTER.test(part.charAt(0)));
    result += (isInsideWord ? secret : marker) + part;
  }
  return result;
}
