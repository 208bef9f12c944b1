import { List, Map as PersistentMap } from 'immutable';

import type { PartDocument } from './part-document.ts';

/** How the entries of a part are bounded, ordered, found and exported. Values are JSON. */
export interface PartRules<Value> {
  /** The most entries; the oldest are dropped. */
  readonly bound?: number;
  /** An entry that is written again becomes the newest; without it, the entry stays where it is. */
  readonly rewritten?: 'newest';
  /** Keys that an entry is found by, beside its own. */
  keysOf?(value: Value): readonly string[];
  /** When an entry expires, in milliseconds; it is dropped some time later. */
  expiresAt?(value: Value): number;
  /** How a snapshot document has the part; without it, the document leaves it out. */
  readonly document?: PartDocument<Value>;
}

/** Milliseconds that an expired entry is kept, so that a response can say that it has expired. */
const EXPIRED_KEPT = 3_600_000;

interface Place<Value> {
  readonly value: Value;
  readonly ordinal: number;
}

type Index = PersistentMap<string, List<string>>;

interface Content<Value> {
  readonly places: PersistentMap<string, Place<Value>>;
  readonly keys: PersistentMap<number, string>;
  /** The ordinal of the oldest entry; the next ordinal in an empty map. */
  readonly oldest: number;
  readonly next: number;
  readonly index: Index;
}

/**
 * The entries of one part: a persistent map that keeps their order, drops the oldest beyond its bound
 * and maintains an index. Versions share structure, and a change costs the same at any size.
 */
export class PartMap<Value> {
  readonly #rules: PartRules<Value>;
  readonly #content: Content<Value>;

  private constructor(rules: PartRules<Value>, content: Content<Value>) {
    this.#rules = rules;
    this.#content = content;
  }

  static empty<Value>(rules: PartRules<Value>): PartMap<Value> {
    const places = PersistentMap<string, Place<Value>>();
    const keys = PersistentMap<number, string>();
    return new PartMap(rules, { places, keys, oldest: 0, next: 0, index: PersistentMap() });
  }

  get size(): number {
    return this.#content.places.size;
  }

  get(key: string): Value | undefined {
    return this.#content.places.get(key)?.value;
  }

  /** Keys of the entries that the index has under a key, oldest first. */
  keysIn(key: string): readonly string[] {
    return this.#content.index.get(key, NONE).toArray();
  }

  /** Adds or replaces an entry, and drops the oldest beyond the bound. */
  put(key: string, value: Value): PartMap<Value> {
    const { places, keys, oldest, next } = this.#content;
    const place = places.get(key);
    const index = this.#indexed(key, place?.value, value);
    if (place !== undefined && this.#rules.rewritten === undefined) {
      const replaced = places.set(key, { value, ordinal: place.ordinal });
      return this.#with({ ...this.#content, places: replaced, index });
    }
    const others = place === undefined ? keys : keys.delete(place.ordinal);
    const added = this.#with({
      places: places.set(key, { value, ordinal: next }),
      keys: others.set(next, key),
      oldest: oldestIn(others, oldest, next),
      next: next + 1,
      index,
    });
    const { bound = Infinity } = this.#rules;
    return added.size > bound ? added.delete(added.#oldestKey ?? key) : added;
  }

  delete(key: string): PartMap<Value> {
    const { places, keys, oldest, next } = this.#content;
    const place = places.get(key);
    if (place === undefined) return this;
    const others = keys.delete(place.ordinal);
    return this.#with({
      places: places.delete(key),
      keys: others,
      oldest: oldestIn(others, oldest, next),
      next,
      index: this.#indexed(key, place.value, undefined),
    });
  }

  get newestKey(): string | undefined {
    const { keys, oldest, next } = this.#content;
    for (let ordinal = next - 1; ordinal >= oldest; ordinal -= 1) {
      const key = keys.get(ordinal);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  /** Position of an entry among all that were ever added; -1 for an unknown key. */
  ordinalOf(key: string): number {
    return this.#content.places.get(key)?.ordinal ?? -1;
  }

  /** Entries from an ordinal on, oldest first. */
  *entries(from = 0): Generator<readonly [key: string, value: Value]> {
    const { places, keys, oldest, next } = this.#content;
    for (let ordinal = Math.max(from, oldest); ordinal < next; ordinal += 1) {
      const key = keys.get(ordinal);
      const place = key === undefined ? undefined : places.get(key);
      if (key !== undefined && place !== undefined) yield [key, place.value];
    }
  }

  /** Keys of the oldest entries that expired long ago: a few, so that a write always costs little. */
  longExpired(now: number): string[] {
    const keys: string[] = [];
    if (this.#rules.expiresAt === undefined) return keys;
    for (const [key, value] of this.entries()) {
      if (keys.length === 4 || this.#rules.expiresAt(value) + EXPIRED_KEPT >= now) break;
      keys.push(key);
    }
    return keys;
  }

  get #oldestKey(): string | undefined {
    return this.#content.keys.get(this.#content.oldest);
  }

  #with(content: Content<Value>): PartMap<Value> {
    return new PartMap(this.#rules, content);
  }

  #indexed(key: string, before: Value | undefined, after: Value | undefined): Index {
    const keysOf = (value: Value | undefined) =>
      value === undefined ? [] : (this.#rules.keysOf?.(value) ?? []);
    const left = keysOf(before);
    const right = keysOf(after);
    let { index } = this.#content;
    for (const each of left) if (!right.includes(each)) index = withoutKey(index, each, key);
    for (const each of right) {
      if (!left.includes(each)) index = index.update(each, NONE, (found) => found.push(key));
    }
    return index;
  }
}

const NONE: List<string> = List();

/** Entries are mostly removed in the order in which they were added. */
function withoutKey(index: Index, indexed: string, key: string): Index {
  const found = index.get(indexed, NONE);
  const rest = found.first() === key ? found.shift() : found.filter((each) => each !== key);
  return rest.size === 0 ? index.delete(indexed) : index.set(indexed, rest);
}

function oldestIn(keys: PersistentMap<number, string>, from: number, end: number): number {
  let oldest = from;
  while (oldest < end && !keys.has(oldest)) oldest += 1;
  return oldest;
}
