/** Groups words that identify the same user (union-find). */
export class Groups {
  /** The parent of each word in its group; the root represents the group. */
  readonly #before = new Map<string, string>();
  readonly #excluded = new Set<string>();

  /** Returns the word that represents the group; null if the word is unknown or excluded. */
  find(word: string): string | null {
    if (this.#excluded.has(word) || !this.#before.has(word)) return null;
    return this.#findFirst(word);
  }

  unite(words: readonly string[]): void {
    const [one, ...others] = words.filter((word) => !this.#excluded.has(word));
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

  #findFirst(word: string): string {
    let first = word;
    for (let next = this.#before.get(first); next !== undefined && next !== first;) {
      first = next;
      next = this.#before.get(first);
    }
    return first;
  }
}
