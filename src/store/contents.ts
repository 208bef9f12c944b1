/** Bases and dialects: each is a log with only a snapshot, named by its hash. */
import pLimit from 'p-limit';

import { BoundedCache } from '../bounded-cache.ts';
import { hashDialect } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { toBase, toBasePatches, type Base } from './base.ts';
import type { Engine, Patch } from './engine.ts';
import { ONLY_KEY } from './parts.ts';
import { StoreUnavailable } from './errors.ts';

/** Maximum number of bases and dialects in memory; others are read again. */
const MAX_CONTENTS = 64;

/** Before the first version, which is 0. */
const BEFORE_FIRST = -1;

export function getBaseLogName({ hash }: Pick<Base, 'hash'>): string {
  return `base-${hash}`;
}

export function getDialectLogName(dialect: Dialect): string {
  return `dialect-${hashDialect(dialect)}`;
}

export class Contents {
  readonly #engine: Engine;
  readonly #saveQueue = pLimit(1);
  readonly #cache = new BoundedCache<string, unknown>(MAX_CONTENTS);

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Resolves when base and dialect are durable. */
  async save(base: Base, dialect: Dialect): Promise<void> {
    const patch = { part: 'dialect', key: ONLY_KEY, value: dialect };
    await this.#save(getDialectLogName(dialect), dialect, [patch]);
    // Unlike a generator, this can be iterated again: each read of the memory engine iterates the snapshot.
    await this.#save(getBaseLogName(base), base, {
      [Symbol.iterator]: () => toBasePatches(base),
    });
  }

  readBase(log: string): Promise<Base> {
    return this.#load(log, toBase);
  }

  readDialect(log: string): Promise<Dialect> {
    return this.#load(log, ([patch]) => patch?.value as Dialect);
  }

  async #save(log: string, content: unknown, patches: Iterable<Patch>): Promise<void> {
    await this.#saveQueue(() => this.#engine.save(log, { version: 0, patches, isFinal: true }));
    this.#cache.set(log, content);
  }

  async #load<Content>(
    log: string,
    toContent: (patches: Iterable<Patch>) => Content,
  ): Promise<Content> {
    const cached = this.#cache.get(log) as Content | undefined;
    if (cached !== undefined) return cached;
    const snapshot = (await this.#engine.read(new Map([[log, BEFORE_FIRST]]))).get(log)?.snapshot;
    if (snapshot === undefined) throw new StoreUnavailable(`the store has no ${log}`);
    const content = toContent(snapshot.patches);
    this.#cache.set(log, content);
    return content;
  }
}
