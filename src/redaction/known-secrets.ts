/** The secrets that are known by now. */
import { REDACTED } from './marker.ts';
import { encodedSpellings, escapedSpellings } from './spellings.ts';
import { SHORTEST_NEEDLE, TextSearch, type Needle } from './text-search.ts';
import { WordSearch } from './word-search.ts';

/** Secrets after which those of longest ago are forgotten; callers can invent ever new ones. */
const MOST = 500;

/** Of a longer secret its beginning is searched for too, and what follows is hidden with it. */
const BEGINNING = 48;

/** The longest secret that is searched for; of a longer one, the rest is hidden up to the first gap. */
const LONGEST = 1024;

interface Generation {
  /** Texts that begin with the same `BEGINNING` characters count as one. */
  readonly beginnings: Set<string>;
  readonly search: TextSearch;
  /** Too short to be searched for in a text: only a text that is nothing else is hidden. */
  readonly whole: Map<string, string>;
  readonly words: WordSearch;
}

export class KnownSecrets {
  /** The newest first, and at most one before it. */
  #generations: readonly Generation[] = [emptyGeneration()];
  readonly #besides: KnownSecrets | undefined;
  readonly #most: number;

  /**
   * @param options.most secrets that are remembered; at most twice as many
   * @param options.besides other secrets that are searched for
   */
  constructor({ most = MOST, besides }: { most?: number; besides?: KnownSecrets } = {}) {
    this.#most = most;
    this.#besides = besides;
  }

  has(secret: string): boolean {
    const beginning = secret.slice(0, LONGEST);
    return (
      this.#generations.some(({ beginnings }) => beginnings.has(beginning)) ||
      (this.#besides?.has(secret) ?? false)
    );
  }

  /** @param marker replaces the secret */
  add(secret: string, marker: string = REDACTED): void {
    if (secret === '' || this.has(secret)) return;
    const { search, whole } = this.#generationFor(secret);
    if (secret.length < SHORTEST_NEEDLE) {
      for (const spelling of escapedSpellings(secret)) whole.set(spelling, marker);
      for (const spelling of encodedSpellings(secret)) {
        whole.set(spelling, marker);
        whole.set(spelling.padEnd(Math.ceil(spelling.length / 4) * 4, '='), marker);
      }
      return;
    }
    for (const needle of needlesOf(secret, marker)) search.add(needle);
  }

  /** Adds a secret that is searched for as a word while it is short, such as a one-time password. */
  addWord(secret: string, marker: string = REDACTED): void {
    if (!WordSearch.takes(secret)) this.add(secret, marker);
    else if (!this.has(secret)) this.#generationFor(secret).words.add(secret, marker);
  }

  /** Returns the text without the secrets, plain, escaped or encoded. */
  hiddenIn(text: string): string {
    let shown = this.#besides === undefined ? text : this.#besides.hiddenIn(text);
    for (const { search, whole, words } of this.#generations) {
      const marker = whole.get(shown);
      if (marker !== undefined) return marker;
      shown = words.replaced(search.replaced(shown));
    }
    return shown;
  }

  #generationFor(secret: string): Generation {
    let [newest = emptyGeneration()] = this.#generations;
    if (newest.beginnings.size >= this.#most) {
      newest = emptyGeneration();
      this.#generations = [newest, ...this.#generations.slice(0, 1)];
    }
    newest.beginnings.add(copied(secret.slice(0, LONGEST)));
    return newest;
  }
}

function emptyGeneration(): Generation {
  return {
    beginnings: new Set(),
    search: new TextSearch(),
    whole: new Map(),
    words: new WordSearch(),
  };
}

/** A substring would keep the whole text in memory. */
function copied(part: string): string {
  return part.split('').join('');
}

function needlesOf(secret: string, marker: string): readonly Needle[] {
  const beginning = copied(secret.slice(0, BEGINNING));
  const isCut = beginning.length < secret.length;
  const whole = isCut ? copied(secret.slice(0, LONGEST)) : beginning;
  const needles = [
    ...encodedSpellings(beginning).map((text): Needle => ({ text, marker, finds: 'run' })),
    ...(isCut ? escapedSpellings(beginning) : []).map((text): Needle => ({
      text,
      marker,
      finds: 'rest',
    })),
    ...escapedSpellings(whole).map((text): Needle => ({
      text,
      marker,
      finds: secret.length > LONGEST ? 'rest' : 'itself',
    })),
  ].filter(({ text }) => text.length >= SHORTEST_NEEDLE);
  return [...new Map(needles.map((needle) => [needle.text, needle])).values()];
}
