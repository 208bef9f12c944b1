import { getOrCreate } from './get-or-create.ts';

/** A cache of at most `limit` entries: a new one replaces the oldest, so clients cannot exhaust the memory. */
export class BoundedCache<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();
  /** One iterator for all deletions: a new one is slow, because it steps over all deleted entries first. */
  #keysByAge = this.#entries.keys();

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
      const { value: oldest, done } = this.#keysByAge.next();
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
    this.#keysByAge = this.#entries.keys();
  }
}

const MAX_RESULTS = 1000;
const MAX_KEY_LENGTH = 64;

/** Returns a function that caches its results for short keys. */
export function memoize<Result extends object | string | boolean>(
  compute: (key: string) => Result,
): (key: string) => Result {
  const results = new BoundedCache<string, Result>(MAX_RESULTS);
  return (key) => {
    if (key.length > MAX_KEY_LENGTH) return compute(key);
    return getOrCreate(results, key, () => compute(key));
  };
}
