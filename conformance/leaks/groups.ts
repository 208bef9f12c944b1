/** Groups words that identify the same user: ids, destinations, wallets and sessions. Uses union-find. */
export class Groups {
  /** The parent of each word in its group; the root represents the group. */
  readonly #parents = new Map<string, string>();
  readonly #ignored = new Set<string>();
  /** Ignored words of users whom no other word identifies. */
  readonly #wordsOfUnknownUsers = new Set<string>();

  /** Returns the word that represents the group; null if the word is unknown or ignored. */
  find(word: string): string | null {
    if (this.#ignored.has(word) || !this.#parents.has(word)) return null;
    return this.#findRoot(word);
  }

  /** Returns whether the word identifies a user, known or unknown. */
  has(word: string): boolean {
    return this.#wordsOfUnknownUsers.has(word) || this.find(word) !== null;
  }

  unite(words: readonly string[]): void {
    const usableWords = words.filter((word) => !this.#ignored.has(word));
    // The words of a response for an unknown user belong to that user.
    const isOfUnknownUser = words.some((word) => this.#wordsOfUnknownUsers.has(word));
    if (isOfUnknownUser && !usableWords.some((word) => this.#parents.has(word))) {
      this.ignoreUnknownUser(usableWords);
      return;
    }
    const [firstWord, ...others] = usableWords;
    if (firstWord === undefined) return;
    const root = this.#findRoot(firstWord);
    this.#parents.set(root, root);
    for (const other of others) this.#parents.set(this.#findRoot(other), root);
  }

  /** Ignores words from now on, because their owner is unknown. */
  ignore(words: readonly string[]): void {
    for (const word of words) this.#ignored.add(word);
  }

  /** Ignores words of an unknown user, and words that are later united only with these words. */
  ignoreUnknownUser(words: readonly string[]): void {
    this.ignore(words);
    for (const word of words) this.#wordsOfUnknownUsers.add(word);
  }

  #findRoot(word: string): string {
    let root = word;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    return root;
  }
}
