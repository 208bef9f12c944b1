/** Groups words that identify the same user (union-find). */
export class Groups {
  /** The parent of each word in its group; the root represents the group. */
  readonly #before = new Map<string, string>();
  readonly #excluded = new Set<string>();
  /** Words of a user that no other word identifies yet. */
  readonly #unowned = new Set<string>();

  /** Returns the word that represents the group; null if the word is unknown or excluded. */
  find(word: string): string | null {
    if (this.#excluded.has(word) || !this.#before.has(word)) return null;
    return this.#findFirst(word);
  }

  /** Returns whether the word identifies a user, known or unknown. */
  has(word: string): boolean {
    return this.#unowned.has(word) || this.find(word) !== null;
  }

  unite(words: readonly string[]): void {
    const usable = words.filter((word) => !this.#excluded.has(word));
    // What a wallet of an unknown user returns belongs to that user, whose other words are unknown.
    const isUnowned = words.some((word) => this.#unowned.has(word));
    if (isUnowned && !usable.some((word) => this.#before.has(word))) {
      this.excludeUnowned(usable);
      return;
    }
    const [one, ...others] = usable;
    if (one === undefined) return;
    const first = this.#findFirst(one);
    this.#before.set(first, first);
    for (const other of others) this.#before.set(this.#findFirst(other), first);
    for (const other of others) if (!this.#before.has(other)) this.#before.set(other, first);
  }

  /** Excludes words permanently, because their owner is unknown. */
  exclude(words: readonly string[]): void {
    for (const word of words) this.#excluded.add(word);
  }

  /** Excludes words of an unknown user, and words that are united with them alone. */
  excludeUnowned(words: readonly string[]): void {
    this.exclude(words);
    for (const word of words) this.#unowned.add(word);
  }

  #findFirst(word: string): string {
    let first = word;
    for (let next = this.#before.get(first); next !== undefined && next !== first;) {
      first = next;
      next = this.#before.get(first);
    }
    return first;
  }
}
