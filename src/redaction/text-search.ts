/**
 * Finds any of many texts in another text (Wu and Manber, A fast algorithm for multi-pattern
 * searching, 1994): most of the text is skipped, and texts to search for can be added at any time.
 */

/** Minimum length of a text to search for. The search skips up to `MIN_NEEDLE_LENGTH - 1` characters at a time. */
export const MIN_NEEDLE_LENGTH = 8;

const SLOTS = 4096;

export interface Needle {
  readonly text: string;
  readonly marker: string;
  /** What is replaced: only the text, the text and the rest of its word, or the whole word around it. */
  readonly extent: 'text' | 'restOfWord' | 'wholeWord';
}

/** The rest of a word. A word consists of the characters that an encoded or shortened secret can have. */
const REST_OF_WORD = /[\w.~+/=%-]*/y;
/** As REST_OF_WORD, but without `=`: base64 has padding only at its end. */
const WORD_BEFORE = /[\w.~+/%-]/;

export class TextSearch {
  /** For each slot (a hash of two adjacent characters): number of characters to skip if the text has these two here. */
  readonly #shifts = new Uint8Array(SLOTS).fill(MIN_NEEDLE_LENGTH - 1);
  readonly #needles = new Map<string, Needle>();
  /** Lengths of the needles that begin with the same `MIN_NEEDLE_LENGTH` characters, the longest first. */
  readonly #lengths = new Map<string, readonly number[]>();

  /** Adds a text to search for, of `MIN_NEEDLE_LENGTH` characters or more. */
  add(needle: Needle): void {
    const last = MIN_NEEDLE_LENGTH - 1;
    for (let index = 1; index <= last; index += 1) {
      const slot = computeSlot(needle.text, index);
      this.#shifts[slot] = Math.min(this.#shifts[slot] ?? 0, last - index);
    }
    this.#needles.set(needle.text, needle);
    const prefix = needle.text.slice(0, MIN_NEEDLE_LENGTH);
    const lengths = this.#lengths.get(prefix) ?? [];
    if (lengths.includes(needle.text.length)) return;
    const longestFirst = [...lengths, needle.text.length].toSorted((a, b) => b - a);
    this.#lengths.set(prefix, longestFirst);
  }

  /** Returns the text with each match replaced by its marker. */
  replace(text: string): string {
    if (this.#needles.size === 0) return text;
    let result = '';
    let replacedEnd = 0;
    let index = MIN_NEEDLE_LENGTH - 1;
    while (index < text.length) {
      const shift = this.#shifts[computeSlot(text, index)] ?? 0;
      if (shift > 0) {
        index += shift;
        continue;
      }
      const start = index - MIN_NEEDLE_LENGTH + 1;
      const needle = this.#findNeedle(text, start);
      if (needle === undefined) {
        index += 1;
        continue;
      }
      let matchStart = start;
      let matchEnd = start + needle.text.length;
      if (needle.extent === 'wholeWord') {
        while (matchStart > replacedEnd && WORD_BEFORE.test(text.charAt(matchStart - 1))) {
          matchStart -= 1;
        }
      }
      if (needle.extent !== 'text') {
        REST_OF_WORD.lastIndex = matchEnd;
        matchEnd += REST_OF_WORD.exec(text)?.[0].length ?? 0;
      }
      result += text.slice(replacedEnd, matchStart) + needle.marker;
      replacedEnd = matchEnd;
      index = matchEnd + MIN_NEEDLE_LENGTH - 1;
    }
    return replacedEnd === 0 ? text : result + text.slice(replacedEnd);
  }

  #findNeedle(text: string, start: number): Needle | undefined {
    // All tokens of a service may have the same beginning: the time must not grow with their number.
    for (const length of this.#lengths.get(text.slice(start, start + MIN_NEEDLE_LENGTH)) ?? []) {
      const needle = this.#needles.get(text.slice(start, start + length));
      if (needle !== undefined) return needle;
    }
    return undefined;
  }
}

function computeSlot(text: string, index: number): number {
  return (text.charCodeAt(index - 1) * 31 + text.charCodeAt(index)) & (SLOTS - 1);
}
