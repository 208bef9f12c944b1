import { List, Map as PersistentMap } from 'immutable';

/** How the entries of a part are stored, bounded and found. */
export interface PartRules<Value> {
  /** Writes a value as JSON can hold it, and reads it back. */
  readonly codec: Codec<Value>;
  /** The most entries; the oldest are dropped. */
  readonly bound: number;
  /** Whether an entry that is written again stays where it is, or becomes the newest. */
  readonly rewritten: 'inPlace' | 'newest';
  /** The keys that an entry is found by, beside its own. */
  readonly indexes: Readonly<Record<string, IndexRule<Value>>>;
  /** Whether `?runtime=true` includes it; `whileValid` leaves out entries that have expired. */
  readonly snapshot: 'included' | 'whileValid' | 'leftOut';
  /** When an entry expires, in milliseconds; it is dropped some time later. */
  expiresAt?(value: Value): number;
}

export interface IndexRule<Value> {
  keysOf(value: Value): readonly string[];
}

export interface Codec<Value> {
  encode(value: Value): unknown;
  /** @param stored as `encode` returned it */
  decode(stored: unknown): Value;
}

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
  readonly indexes: Readonly<Record<string, Index>>;
}

/**
 * The entries of one part: a persistent map that keeps their order, drops the oldest beyond its bound
 * and maintains indexes. Versions share structure, and a change costs the same at any size.
 */
export class PartMap<Value> {
  readonly #rules: PartRules<Value>;
  readonly #content: Content<Value>;

  private constructor(rules: PartRules<Value>, content: Content<Value>) {
    this.#rules = rules;
    this.#content = content;
  }

  static empty<Value>(rules: PartRules<Value>): PartMap<Value> {
    const indexes = Object.fromEntries(
      Object.keys(rules.indexes).map((name) => [name, PersistentMap<string, List<string>>()]),
    );
    const content = {
      places: PersistentMap<string, Place<Value>>(),
      keys: PersistentMap<number, string>(),
    };
    return new PartMap(rules, { ...content, oldest: 0, next: 0, indexes });
  }

  get size(): number {
    return this.#content.places.size;
  }

  get(key: string): Value | undefined {
    return this.#content.places.get(key)?.value;
  }

  /** Keys of the entries that an index has under a key, oldest first. */
  keysIn(index: string, key: string): readonly string[] {
    return (this.#content.indexes[index]?.get(key) ?? NONE).toArray();
  }

  /** Adds or replaces an entry, and drops the oldest beyond the bound. */
  put(key: string, value: Value): PartMap<Value> {
    const { places, keys, oldest, next } = this.#content;
    const place = places.get(key);
    const indexes = this.#indexed(key, place?.value, value);
    if (place !== undefined && this.#rules.rewritten === 'inPlace') {
      const replaced = places.set(key, { value, ordinal: place.ordinal });
      return this.#with({ ...this.#content, places: replaced, indexes });
    }
    const others = place === undefined ? keys : keys.delete(place.ordinal);
    const added = this.#with({
      places: places.set(key, { value, ordinal: next }),
      keys: others.set(next, key),
      oldest: oldestIn(others, oldest, next),
      next: next + 1,
      indexes,
    });
    return added.size > this.#rules.bound ? added.delete(added.oldestKey ?? key) : added;
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
      indexes: this.#indexed(key, place.value, undefined),
    });
  }

  get oldestKey(): string | undefined {
    return this.#content.keys.get(this.#content.oldest);
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

  #with(content: Content<Value>): PartMap<Value> {
    return new PartMap(this.#rules, content);
  }

  #indexed(
    key: string,
    before: Value | undefined,
    after: Value | undefined,
  ): Content<Value>['indexes'] {
    let changed: Record<string, Index> | undefined;
    for (const [name, rule] of Object.entries(this.#rules.indexes)) {
      const [left, right] = [before, after].map((value) =>
        value === undefined ? [] : rule.keysOf(value),
      );
      const index = this.#content.indexes[name];
      if (index === undefined || left === undefined || right === undefined) continue;
      let moved = index;
      for (const each of left) if (!right.includes(each)) moved = withoutKey(moved, each, key);
      for (const each of right) {
        if (!left.includes(each)) moved = moved.update(each, NONE, (found) => found.push(key));
      }
      if (moved !== index) (changed ??= { ...this.#content.indexes })[name] = moved;
    }
    return changed ?? this.#content.indexes;
  }
}

const NONE: List<string> = List();

/** Entries mostly leave in the order in which they came. */
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
