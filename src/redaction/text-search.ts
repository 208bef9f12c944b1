/**
 * Finds any of many texts in another one (Wu and Manber, A fast algorithm for multi-pattern
 * searching, 1994): most of the text is skipped, and texts to search for can be added at any time.
 */

/** The minimum length of searched texts: the search can skip as many characters. */
export const SHORTEST_NEEDLE = 8;

const SLOTS = 4096;

export interface Needle {
  readonly text: string;
  readonly marker: string;
  /** Whether only the text is replaced, or also the following characters, or all around it up to a gap. */
  readonly finds: 'itself' | 'rest' | 'run';
}

/** Characters that may belong to an encoded or shortened secret. */
const RUN = /[\w.~+/=%-]*/y;
/** Padding is at the end. */
const RUN_BEFORE = /[\w.~+/%-]/;

export class TextSearch {
  /** How far to skip after two adjacent characters. */
  readonly #shifts = new Uint8Array(SLOTS).fill(SHORTEST_NEEDLE - 1);
  readonly #needles = new Map<string, Needle>();
  /** Lengths of the needles that begin with the same `SHORTEST_NEEDLE` characters, the longest first. */
  readonly #lengths = new Map<string, readonly number[]>();

  /** Adds a text to search for, of `SHORTEST_NEEDLE` characters or more. */
  add(needle: Needle): void {
    const last = SHORTEST_NEEDLE - 1;
    for (let at = 1; at <= last; at += 1) {
      const slot = computeSlot(needle.text, at);
      this.#shifts[slot] = Math.min(this.#shifts[slot] ?? 0, last - at);
    }
    this.#needles.set(needle.text, needle);
    const prefix = needle.text.slice(0, SHORTEST_NEEDLE);
    const lengths = this.#lengths.get(prefix) ?? [];
    if (lengths.includes(needle.text.length)) return;
    const longestFirst = [...lengths, needle.text.length].toSorted((a, b) => b - a);
    this.#lengths.set(prefix, longestFirst);
  }

  /** Returns the text with each match replaced by its marker. */
  replace(text: string): string {
    if (this.#needles.size === 0) return text;
    let result = '';
    let done = 0;
    let at = SHORTEST_NEEDLE - 1;
    while (at < text.length) {
      const shift = this.#shifts[computeSlot(text, at)] ?? 0;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const start = at - SHORTEST_NEEDLE + 1;
      const needle = this.#findNeedle(text, start);
      if (needle === undefined) {
        at += 1;
        continue;
      }
      let [from, to] = [start, start + needle.text.length];
      if (needle.finds === 'run') {
        while (from > done && RUN_BEFORE.test(text.charAt(from - 1))) from -= 1;
      }
      if (needle.finds !== 'itself') {
        RUN.lastIndex = to;
        to += RUN.exec(text)?.[0].length ?? 0;
      }
      result += text.slice(done, from) + needle.marker;
      done = to;
      at = to + SHORTEST_NEEDLE - 1;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  #findNeedle(text: string, start: number): Needle | undefined {
    // All tokens of a service may have the same beginning: the time must not grow with their number.
    for (const length of this.#lengths.get(text.slice(start, start + SHORTEST_NEEDLE)) ?? []) {
      const needle = this.#needles.get(text.slice(start, start + length));
      if (needle !== undefined) return needle;
    }
    return undefined;
  }
}

function computeSlot(text: string, at: number): number {
  return (text.charCodeAt(at - 1) * 31 + text.charCodeAt(at)) & (SLOTS - 1);
}
