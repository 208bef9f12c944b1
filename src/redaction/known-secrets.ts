import { REDACTED } from './marker.ts';
import { listEncodedSpellings, listEscapedSpellings } from './spellings.ts';
import { MIN_NEEDLE_LENGTH, TextSearch, type Needle } from './text-search.ts';
import { WordSearch } from './word-search.ts';

/** Maximum number of secrets in a batch. A third batch replaces the oldest: clients can send any number of secrets. */
const MAX_SECRETS = 500;

/** A prefix of this length is also searched for, and hidden with the characters that follow the prefix. */
const PREFIX_LENGTH = 48;

/** The longest secret that is searched for; the rest of a longer secret is hidden up to the end of its word. */
const MAX_LENGTH = 1024;

type Batch = ReturnType<typeof createBatch>;

export class KnownSecrets {
  /** The newest first; at most two. */
  #batches: readonly Batch[] = [createBatch()];
  readonly #parent: KnownSecrets | undefined;
  readonly #maxSecrets: number;

  /** @param options.parent other secrets, which are searched for, too */
  constructor({
    maxSecrets = MAX_SECRETS,
    parent,
  }: { maxSecrets?: number; parent?: KnownSecrets } = {}) {
    this.#maxSecrets = maxSecrets;
    this.#parent = parent;
  }

  has(secret: string): boolean {
    const prefix = secret.slice(0, MAX_LENGTH);
    return (
      this.#batches.some(({ beginnings }) => beginnings.has(prefix)) ||
      (this.#parent?.has(secret) ?? false)
    );
  }

  add(secret: string, marker: string = REDACTED): void {
    if (secret === '' || this.has(secret)) return;
    const { search, exactTexts } = this.#register(secret);
    if (secret.length < MIN_NEEDLE_LENGTH) {
      for (const spelling of listEscapedSpellings(secret)) exactTexts.set(spelling, marker);
      for (const spelling of listEncodedSpellings(secret)) {
        exactTexts.set(spelling, marker);
        // With the padding of base64.
        exactTexts.set(spelling.padEnd(Math.ceil(spelling.length / 4) * 4, '='), marker);
      }
      return;
    }
    for (const needle of listNeedles(secret, marker)) search.add(needle);
  }

  /** Adds a secret that is searched for as a word if it is short, such as a one-time password. */
  addWord(secret: string, marker: string = REDACTED): void {
    if (!WordSearch.accepts(secret)) this.add(secret, marker);
    else if (!this.has(secret)) this.#register(secret).words.add(secret, marker);
  }

  /** Returns the text without the secrets, plain, escaped or encoded. */
  hide(text: string): string {
    let result = this.#parent === undefined ? text : this.#parent.hide(text);
    for (const { search, exactTexts, words } of this.#batches) {
      const marker = exactTexts.get(result);
      if (marker !== undefined) return marker;
      result = words.replace(search.replace(result));
    }
    return result;
  }

  /** Adds a secret to the newest batch, or to a new batch if that is full. @returns the batch */
  #register(secret: string): Batch {
    let [newest = createBatch()] = this.#batches;
    if (newest.beginnings.size >= this.#maxSecrets) {
      newest = createBatch();
      this.#batches = [newest, ...this.#batches.slice(0, 1)];
    }
    newest.beginnings.add(copy(secret.slice(0, MAX_LENGTH)));
    return newest;
  }
}

function createBatch() {
  return {
    /** Texts with the same first `MAX_LENGTH` characters count as one secret. */
    beginnings: new Set<string>(),
    search: new TextSearch(),
    /** Secrets that are too short for a search: only a text that equals such a secret is hidden. */
    exactTexts: new Map<string, string>(),
    words: new WordSearch(),
  };
}

/** Copies a text: a substring would keep the whole text in memory. */
function copy(part: string): string {
  return part.split('').join('');
}

function listNeedles(secret: string, marker: string): readonly Needle[] {
  const prefix = copy(secret.slice(0, PREFIX_LENGTH));
  const beginning = copy(secret.slice(0, MAX_LENGTH));
  const createNeedles = (spellings: readonly string[], extent: Needle['extent']) =>
    spellings.map((text) => ({ text, marker, extent }));
  // A truncated text has only the start of a long secret. Of needles with the same text, the last is used.
  const escapedPrefixes = secret.length > PREFIX_LENGTH ? listEscapedSpellings(prefix) : [];
  const extentOfBeginning = secret.length > MAX_LENGTH ? 'restOfWord' : 'text';
  return [
    ...createNeedles(listEncodedSpellings(prefix), 'wholeWord'),
    ...createNeedles(escapedPrefixes, 'restOfWord'),
    ...createNeedles(listEscapedSpellings(beginning), extentOfBeginning),
  ].filter(({ text }) => text.length >= MIN_NEEDLE_LENGTH);
}
