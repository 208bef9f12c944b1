/**
 * Keeps what is dear to compute and may be forgotten: never more than `limit` entries, of which a
 * new one pushes out the oldest. A stranger who sends ever new values costs time, never memory.
 */
export class BoundedCache<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();
  /** Goes on from the oldest: a Map keeps the places of deleted entries, and would pass them each time anew. */
  #oldest = this.#entries.keys();

  /** @param limit how many entries are kept, at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    if (!this.#entries.has(key) && this.#entries.size >= this.#limit) {
      // A Map iterates in the order of insertion.
      const { value: oldest, done } = this.#oldest.next();
      if (done !== true) this.#entries.delete(oldest);
    }
    this.#entries.set(key, value);
  }

  /** The oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = this.#entries.keys();
  }
}
