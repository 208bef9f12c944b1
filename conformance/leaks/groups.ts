/** Groups identifiers of the same user: ids, destinations, wallets and sessions. Uses union-find. */
export class Groups {
  /** The parent of each identifier in its group; the root represents the group. */
  readonly #parents = new Map<string, string>();
  readonly #ignored = new Set<string>();
  /** Identifiers of unnamed users: users whose known identifiers are all ignored. */
  readonly #identifiersOfUnnamedUsers = new Set<string>();

  /** Returns the identifier that represents the group; null for an unknown or ignored identifier. */
  find(identifier: string): string | null {
    if (this.#ignored.has(identifier) || !this.#parents.has(identifier)) return null;
    return this.#findRoot(identifier);
  }

  /** Returns whether the identifier belongs to a user, even if the user has only ignored identifiers. */
  has(identifier: string): boolean {
    return this.#identifiersOfUnnamedUsers.has(identifier) || this.find(identifier) !== null;
  }

  unite(identifiers: readonly string[]): void {
    const usableIdentifiers = identifiers.filter((identifier) => !this.#ignored.has(identifier));
    // New identifiers that occur only with ignored ones belong to the same user, so they are ignored too.
    const isOfUnnamedUser = identifiers.some((identifier) =>
      this.#identifiersOfUnnamedUsers.has(identifier),
    );
    if (isOfUnnamedUser && !usableIdentifiers.some((identifier) => this.#parents.has(identifier))) {
      this.ignoreUnnamedUser(usableIdentifiers);
      return;
    }
    const [firstIdentifier, ...others] = usableIdentifiers;
    if (firstIdentifier === undefined) return;
    const root = this.#findRoot(firstIdentifier);
    this.#parents.set(root, root);
    for (const other of others) this.#parents.set(this.#findRoot(other), root);
  }

  /** Ignores identifiers from now on, because their owner is unknown. */
  ignore(identifiers: readonly string[]): void {
    for (const identifier of identifiers) this.#ignored.add(identifier);
  }

  /** Ignores all known identifiers of a user and, unlike `ignore`, each identifier later united only with them. */
  ignoreUnnamedUser(identifiers: readonly string[]): void {
    this.ignore(identifiers);
    for (const identifier of identifiers) this.#identifiersOfUnnamedUsers.add(identifier);
  }

  #findRoot(identifier: string): string {
    let root = identifier;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    return root;
  }
}
