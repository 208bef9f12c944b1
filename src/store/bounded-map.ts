import { Map as PersistentMap } from 'immutable';

interface Place<Value> {
  readonly value: Value;
  readonly ordinal: number;
}

/**
 * A persistent map that never holds more than `limit` entries: the oldest make room for the newest.
 * It keeps order, shares structure between versions, and each change costs the same at any size.
 */
export class BoundedMap<Value> {
  readonly #limit: number;
  readonly #places: PersistentMap<string, Place<Value>>;
  readonly #keys: PersistentMap<number, string>;
  /** The ordinal of the oldest entry; the next ordinal where there is none. */
  readonly #oldest: number;
  readonly #next: number;

  private constructor(
    limit: number,
    places: PersistentMap<string, Place<Value>>,
    keys: PersistentMap<number, string>,
    oldest: number,
    next: number,
  ) {
    this.#limit = limit;
    this.#places = places;
    this.#keys = keys;
    this.#oldest = oldest;
    this.#next = next;
  }

  static empty<Value>(limit: number): BoundedMap<Value> {
    return new BoundedMap<Value>(limit, PersistentMap(), PersistentMap(), 0, 0);
  }

  get size(): number {
    return this.#places.size;
  }

  get(key: string): Value | undefined {
    return this.#places.get(key)?.value;
  }

  /** Replaces the value of a key where it stands. Without the key: adds it as the newest. */
  replace(key: string, value: Value): BoundedMap<Value> {
    const place = this.#places.get(key);
    if (place === undefined) return this.add(key, value);
    const places = this.#places.set(key, { value, ordinal: place.ordinal });
    return new BoundedMap(this.#limit, places, this.#keys, this.#oldest, this.#next);
  }

  /** Adds a key as the newest, also one that is there already. */
  add(key: string, value: Value): BoundedMap<Value> {
    const place = this.#places.get(key);
    const keys = place === undefined ? this.#keys : this.#keys.delete(place.ordinal);
    const added = new BoundedMap(
      this.#limit,
      this.#places.set(key, { value, ordinal: this.#next }),
      keys.set(this.#next, key),
      this.#oldestIn(keys),
      this.#next + 1,
    );
    return added.size > this.#limit ? added.#withoutOldest() : added;
  }

  /** Adds entries, the last as the newest. */
  addAll(entries: readonly (readonly [string, Value])[]): BoundedMap<Value> {
    return entries.reduce<BoundedMap<Value>>((map, [key, value]) => map.add(key, value), this);
  }

  delete(key: string): BoundedMap<Value> {
    const place = this.#places.get(key);
    if (place === undefined) return this;
    const keys = this.#keys.delete(place.ordinal);
    const places = this.#places.delete(key);
    return new BoundedMap(this.#limit, places, keys, this.#oldestIn(keys), this.#next);
  }

  #oldestIn(keys: PersistentMap<number, string>): number {
    let oldest = this.#oldest;
    while (oldest < this.#next && !keys.has(oldest)) oldest += 1;
    return oldest;
  }

  /** Without the oldest entries that have expired; looks at a few, so that it always costs little. */
  withoutExpired(hasExpired: (value: Value) => boolean): BoundedMap<Value> {
    let rest: BoundedMap<Value> = this;
    for (let looks = 0; looks < 4; looks += 1) {
      const oldest = rest.oldest();
      if (oldest === undefined || !hasExpired(oldest)) break;
      rest = rest.#withoutOldest();
    }
    return rest;
  }

  /** The entry that the next addition over the limit drops. */
  oldest(): Value | undefined {
    const key = this.#keys.get(this.#oldest);
    return key === undefined ? undefined : this.get(key);
  }

  /** The place of the oldest entry; without entries, that of the next. */
  get oldestPlace(): number {
    return this.#oldest;
  }

  /** Where an entry stands: those that were added later have greater places. */
  placeOf(key: string): number | undefined {
    return this.#places.get(key)?.ordinal;
  }

  /** Puts an entry where another copy of this map has it. */
  at(key: string, value: Value, place: number): BoundedMap<Value> {
    const rest = this.delete(key);
    return new BoundedMap(
      this.#limit,
      rest.#places.set(key, { value, ordinal: place }),
      rest.#keys.set(place, key),
      rest.size === 0 ? place : Math.min(rest.#oldest, place),
      Math.max(rest.#next, place + 1),
    );
  }

  /** Keys of the entries that stand before a place, oldest first. */
  *keysBefore(place: number): Generator<string> {
    const end = Math.min(place, this.#next);
    for (let ordinal = this.#oldest; ordinal < end; ordinal += 1) {
      const key = this.#keys.get(ordinal);
      if (key !== undefined) yield key;
    }
  }

  isFull(): boolean {
    return this.#places.size >= this.#limit;
  }

  /** Oldest first. */
  *entries(): Generator<readonly [string, Value]> {
    for (let ordinal = this.#oldest; ordinal < this.#next; ordinal += 1) {
      const key = this.#keys.get(ordinal);
      const place = key === undefined ? undefined : this.#places.get(key);
      if (key !== undefined && place !== undefined) yield [key, place.value];
    }
  }

  /** Oldest first. */
  *values(): Generator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  #withoutOldest(): BoundedMap<Value> {
    return this.delete(this.#keys.get(this.#oldest) ?? '');
  }
}
