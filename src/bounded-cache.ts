/**
 * Keeps what is dear to compute and may be forgotten: never more than `limit` entries, of which a
 * new one pushes out the oldest. A stranger who sends ever new values costs time, never memory.
 */
export class BoundedCache<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();

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
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, value);
  }

  /** The oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }
}
