/**
 * A cache with at most `limit` entries. A new entry removes the oldest, so that clients cannot exhaust the
 * memory.
 */
export class BoundedCache<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();
  /** Reused, since each new iterator would first skip the places of deleted entries, which a Map retains. */
  #oldest = this.#entries.keys();

  /** @param limit maximum number of entries, at least 1 */
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

  /** Returns the values, oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = this.#entries.keys();
  }
}

const MAX_MEMOIZED = 1000;
const LONGEST_MEMOIZED = 64;

/** Returns a function that caches its results for short keys. */
export function memoize<Result extends object | string | boolean>(
  compute: (key: string) => Result,
): (key: string) => Result {
  const results = new BoundedCache<string, Result>(MAX_MEMOIZED);
  return (key) => {
    if (key.length > LONGEST_MEMOIZED) return compute(key);
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
