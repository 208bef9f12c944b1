import { Map as PersistentMap, OrderedSet } from 'immutable';

import type { PartDocument, PartEntry } from './part-document.ts';

/** The rules of a part. Values are JSON. */
export interface PartRules<Value> {
  /** Maximum number of entries; the oldest are dropped. */
  readonly bound?: number;
  /** A rewritten entry becomes the newest; by default it keeps its place. */
  readonly rewritten?: 'newest';
  /** Returns further keys of an entry. */
  keysOf?(value: Value): readonly string[];
  /** When an entry expires, in milliseconds; it is dropped some time later. */
  expiresAt?(value: Value): number;
  /** The form in a snapshot document; by default the part is left out. */
  readonly document?: PartDocument<Value>;
}

/** Milliseconds that an expired entry is stored, so that a response can report its expiry. */
const EXPIRED_RETENTION = 3_600_000;
/** The ordinal of an unknown key. */
const NOT_FOUND = -1;

type Index = PersistentMap<string, OrderedSet<string>>;

const NONE: OrderedSet<string> = OrderedSet();

interface Content<Value> {
  /** The positions of entries among all ever added. */
  readonly ordinals: PersistentMap<string, number>;
  readonly entries: PersistentMap<number, PartEntry<Value>>;
  /** The ordinal of the oldest entry; the next ordinal in an empty map. */
  readonly oldest: number;
  readonly next: number;
  readonly index: Index;
}

const EMPTY: Content<never> = {
  ordinals: PersistentMap(),
  entries: PersistentMap(),
  oldest: 0,
  next: 0,
  index: PersistentMap(),
};

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
    return this.#content.ordinals.size;
  }

  get(key: string): Value | undefined {
    return this.#content.entries.get(this.ordinalOf(key))?.[1];
  }

  /** Returns the keys of the entries that have a key in the index, oldest first. */
  keysIn(key: string): readonly string[] {
    return this.#content.index.get(key, NONE).toArray();
  }

  /** Adds or replaces an entry, and drops the oldest beyond the bound. */
  put(key: string, value: Value): PartMap<Value> {
    const { bound = Infinity, rewritten } = this.#rules;
    if (rewritten === 'newest' && this.#content.ordinals.has(key)) {
      return this.delete(key).put(key, value);
    }
    const { ordinals, entries, oldest, next } = this.#content;
    const ordinal = ordinals.get(key) ?? next;
    const added = new PartMap(this.#rules, {
      ordinals: ordinals.set(key, ordinal),
      entries: entries.set(ordinal, [key, value]),
      oldest,
      next: Math.max(next, ordinal + 1),
      index: this.#indexed(key, this.get(key), value),
    });
    const [first] = entries.get(oldest) ?? [key];
    return added.size > bound ? added.delete(first) : added;
  }

  delete(key: string): PartMap<Value> {
    const { ordinals, next, ...before } = this.#content;
    const ordinal = this.ordinalOf(key);
    if (ordinal === NOT_FOUND) return this;
    const entries = before.entries.delete(ordinal);
    let { oldest } = before;
    while (oldest < next && !entries.has(oldest)) oldest += 1;
    const index = this.#indexed(key, this.get(key), undefined);
    const rest = { ordinals: ordinals.delete(key), entries, oldest, next, index };
    return new PartMap(this.#rules, rest);
  }

  cleared(): PartMap<Value> {
    return new PartMap(this.#rules);
  }

  get newestKey(): string | undefined {
    const { entries, oldest, next } = this.#content;
    let ordinal = next - 1;
    while (ordinal >= oldest && !entries.has(ordinal)) ordinal -= 1;
    return entries.get(ordinal)?.[0];
  }

  /** Returns the position of an entry among all ever added; -1 for an unknown key. */
  ordinalOf(key: string): number {
    return this.#content.ordinals.get(key, NOT_FOUND);
  }

  /** Yields entries from an ordinal on, oldest first. */
  *entries(from = 0): Generator<PartEntry<Value>> {
    const { entries, oldest, next } = this.#content;
    for (let ordinal = Math.max(from, oldest); ordinal < next; ordinal += 1) {
      const entry = entries.get(ordinal);
      if (entry !== undefined) yield entry;
    }
  }

  /** Returns keys of a few entries that expired long ago, so that each write costs little. */
  longExpired(now: number): string[] {
    const keys: string[] = [];
    if (this.#rules.expiresAt === undefined) return keys;
    for (const [key, value] of this.entries()) {
      if (keys.length === 4 || this.#rules.expiresAt(value) + EXPIRED_RETENTION >= now) break;
      keys.push(key);
    }
    return keys;
  }

  #indexed(key: string, before: Value | undefined, after: Value | undefined): Index {
    const keysOf = (value: Value | undefined) =>
      value === undefined ? [] : (this.#rules.keysOf?.(value) ?? []);
    const current = keysOf(after);
    let { index } = this.#content;
    for (const each of keysOf(before)) {
      if (current.includes(each)) continue;
      const rest = index.get(each, NONE).delete(key);
      index = rest.isEmpty() ? index.delete(each) : index.set(each, rest);
    }
    for (const each of current) index = index.update(each, NONE, (keys) => keys.add(key));
    return index;
  }
}
