import { Map as PersistentMap, OrderedSet } from 'immutable';

import type { PartDocument, PartEntry } from './part-document.ts';

/** The rules of a part. Values are JSON. */
export interface PartRules<Value> {
  /** Maximum number of entries; the oldest are dropped. */
  readonly bound?: number;
  /** With `makesNewest`, replacing an entry makes it the newest; otherwise its position does not change. */
  readonly rewrite?: 'makesNewest';
  /** Returns further keys by which `findKeys` finds an entry. */
  listKeys?(value: Value): readonly string[];
  /** Returns when an entry expires, in milliseconds; the entry is dropped some time later. */
  getExpiry?(value: Value): number;
  /** How a snapshot document writes the part; by default, the document omits the part. */
  readonly document?: PartDocument<Value>;
}

/** Milliseconds for which an expired entry is still stored, so that a response can report the expiry. */
const EXPIRED_RETENTION = 3_600_000;
/** Maximum number of expired entries that one write removes, so that each write costs little. */
const MAX_REMOVED = 4;

type Index = PersistentMap<string, OrderedSet<string>>;

const NO_KEYS: OrderedSet<string> = OrderedSet();

/** An ordinal is the position of an entry among all that were ever added. */
interface Content<Value> {
  readonly values: PersistentMap<string, { readonly ordinal: number; readonly value: Value }>;
  /** By ordinal. */
  readonly keys: PersistentMap<number, string>;
  /** The ordinal of the oldest entry; the next ordinal in an empty map. */
  readonly oldest: number;
  readonly next: number;
  /** The entries for which `listKeys` returned a key. */
  readonly index: Index;
}

const NO_MAP = PersistentMap<never, never>();
const EMPTY: Content<never> = { values: NO_MAP, keys: NO_MAP, oldest: 0, next: 0, index: NO_MAP };

/**
 * The entries of one part: a persistent map that keeps their order, drops the oldest beyond its bound
 * and maintains an index. Versions share structure, and a change costs the same at any size.
 */
export class PartMap<Value> {
  readonly #rules: PartRules<Value>;
  readonly #content: Content<Value>;

  constructor(rules: PartRules<Value>, content: Content<Value> = EMPTY) {
    this.#rules = rules;
    this.#content = content;
  }

  get size(): number {
    return this.#content.values.size;
  }

  get(key: string): Value | undefined {
    return this.#content.values.get(key)?.value;
  }

  /** Returns the keys of the entries for which `listKeys` returns `indexKey`, oldest first. */
  findKeys(indexKey: string): readonly string[] {
    return this.#content.index.get(indexKey, NO_KEYS).toArray();
  }

  /** Adds or replaces an entry, and drops the oldest beyond the bound. */
  put(key: string, value: Value): PartMap<Value> {
    const { bound = Infinity, rewrite } = this.#rules;
    const { values, keys, oldest, next } = this.#content;
    const before = values.get(key);
    if (before !== undefined && rewrite === 'makesNewest') return this.delete(key).put(key, value);
    const ordinal = before?.ordinal ?? next;
    const added = new PartMap(this.#rules, {
      values: values.set(key, { ordinal, value }),
      keys: keys.set(ordinal, key),
      oldest,
      next: Math.max(next, ordinal + 1),
      index: this.#updateIndex(key, before?.value, value),
    });
    return added.size > bound ? added.delete(keys.get(oldest, key)) : added;
  }

  delete(key: string): PartMap<Value> {
    const { values, next, ...content } = this.#content;
    const before = values.get(key);
    if (before === undefined) return this;
    const keys = content.keys.delete(before.ordinal);
    let { oldest } = content;
    while (oldest < next && !keys.has(oldest)) oldest += 1;
    const index = this.#updateIndex(key, before.value, undefined);
    return new PartMap(this.#rules, { values: values.delete(key), keys, oldest, next, index });
  }

  toEmpty(): PartMap<Value> {
    return new PartMap(this.#rules);
  }

  /** Returns the ordinal of an entry; -1 for an unknown key. */
  getOrdinal(key: string): number {
    return this.#content.values.get(key)?.ordinal ?? -1;
  }

  /** Yields entries from an ordinal on, oldest first. */
  *entries(from = 0): Generator<PartEntry<Value>> {
    const { values, keys, oldest, next } = this.#content;
    for (let ordinal = Math.max(from, oldest); ordinal < next; ordinal += 1) {
      const key = keys.get(ordinal);
      const entry = key === undefined ? undefined : values.get(key);
      if (key !== undefined && entry !== undefined) yield [key, entry.value];
    }
  }

  /** Returns the keys of some entries that expired long ago. */
  findLongExpired(now: number): string[] {
    const keys: string[] = [];
    const { getExpiry } = this.#rules;
    if (getExpiry === undefined) return keys;
    for (const [key, value] of this.entries()) {
      if (keys.length === MAX_REMOVED || getExpiry(value) + EXPIRED_RETENTION >= now) break;
      keys.push(key);
    }
    return keys;
  }

  #updateIndex(key: string, before: Value | undefined, after: Value | undefined): Index {
    let { index } = this.#content;
    const { listKeys } = this.#rules;
    if (listKeys === undefined) return index;
    const previous = before === undefined ? [] : listKeys(before);
    const current = after === undefined ? [] : listKeys(after);
    for (const indexKey of previous) {
      if (current.includes(indexKey)) continue;
      const keys = index.get(indexKey, NO_KEYS).delete(key);
      index = keys.isEmpty() ? index.delete(indexKey) : index.set(indexKey, keys);
    }
    for (const indexKey of current)
      index = index.update(indexKey, NO_KEYS, (keys) => keys.add(key));
    return index;
  }
}
